import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import LongestFirst from './test/support/longest-first.ts'

export const resolve = {
  // Node loads graphql's CommonJS build everywhere. With two builds in one process, graphql rejects
  // types of the other build.
  alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
}

// These start programs, or are about the database server. `npm run test:system` runs them.
const SYSTEM = [
  'test/{attack,browser,database,guide,installable-clients,redis,serve}/**/*.test.ts',
  'test/cli/{backup,program}.test.ts',
]
// These take long, and see no more after most changes. `npm run test:system` runs them as well.
const LONG = [
  'test/contract/regular-expressions.test.ts',
  'test/demo/{freshness,load}.test.ts',
  'test/load/unsent-responses.test.ts',
  'test/rest/{page-cache.property,sync.cost}.test.ts',
  'test/sync/sync.property.test.ts',
  'test/tracing/collector-faults.test.ts',
]
// Pure rules of the pages, in the time zone of one reader.
const PORTAL = ['test/portal/**/*.test.ts']
// Run by `npm run test:openapi` and `npm run test:relay`.
const OTHER_RUNNERS = ['test/openapi-tools/**', 'test/relay/**']

const onDatabase = {
  setupFiles: ['test/support/cheap-passwords.ts'],
  // Test files of a worker share modules, which saves loading the program for each file (a
  // second). A test file must therefore not leave state in a module, a global or the environment.
  isolate: false,
  // For two cores: each worker waits for the database server a third of its time.
  maxWorkers: 3,
  // No test claims anything by these: they end one that hangs. A busy machine can be fifty times slower.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  resolve,
  test: {
    // Once for all projects: a second database server would cost seconds.
    globalSetup: ['test/support/server.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          ...onDatabase,
          name: 'gateway',
          include: ['test/**/*.test.ts'],
          exclude: [...SYSTEM, ...LONG, ...PORTAL, ...OTHER_RUNNERS],
        },
      },
      {
        resolve,
        test: {
          name: 'portal',
          include: PORTAL,
          isolate: false,
          maxWorkers: 3,
          env: { TZ: 'America/New_York' },
          testTimeout: 240_000,
        },
      },
      {
        resolve,
        test: {
          ...onDatabase,
          name: 'system',
          include: [...SYSTEM, ...LONG],
          globalSetup: ['test/support/chromium-path.ts'],
        },
      },
    ],
  },
})
