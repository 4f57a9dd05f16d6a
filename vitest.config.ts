import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // Node takes graphql's CommonJS build for every importer; two builds in one process do not know
    // each other's types.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/server.ts', 'test/support/chromium-path.ts'],
    setupFiles: ['test/support/cheap-passwords.ts'],
    // The files of a worker share its modules: to load the program takes a second for each file.
    // A test file therefore leaves nothing behind in a module, in a global or in the environment.
    isolate: false,
    // Two cores: more would wait for each other, and for the one database server.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A page shows what it was told a moment later, and much later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
})
