import { defineConfig } from 'vitest/config'
import { resolve } from '../../vitest.config.ts'
import { compiledTags } from './compiled-tags.ts'

// Apart from the other tests: what these need is installed by the gate alone.
export default defineConfig({
  resolve,
  plugins: [compiledTags()],
  test: {
    include: ['test/relay/*.check.ts'],
    globalSetup: ['test/support/server.ts'],
    setupFiles: ['test/support/cheap-passwords.ts'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
