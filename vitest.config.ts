import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

export const resolve = {
  // Node loads graphql's CommonJS build everywhere. With two builds in one process, graphql rejects
  // types of the other build.
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'gateway',
          include: ['test/**/*.test.ts'],
          exclude: ['test/portal/**', 'test/openapi-tools/**'],
          globalSetup: ['test/support/server.ts', 'test/support/chromium-path.ts'],
          setupFiles: ['test/support/cheap-passwords.ts'],
          // Test files of a worker share modules, which saves loading the program for each file (a
          // second). A test file must therefore not leave state in a module, a global or the environment.
          isolate: false,
          // For two cores. More workers would wait for each other and for the database server.
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // Portal pages update asynchronously, and slowly on a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        resolve,
        // These files fix the locale and the time zone of their process.
        test: {
          name: 'portal',
          include: ['test/portal/**/*.test.ts'],
          isolate: true,
          maxWorkers: 2,
        },
      },
    ],
  },
})
