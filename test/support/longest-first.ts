import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take many times as long as their size says: on a new machine, size is all that the runner knows. */
const LONGEST = [
  // npm test
  'test/modules/sandbox/scenarios.test.ts',
  'test/modules/sandbox/rejections.test.ts',
  'test/modules/sandbox/same-bytes.test.ts',
  'test/graphql/portal/session-matrix.test.ts',
  'test/graphql/portal/roles.test.ts',
  'test/graphql/portal/mutations.test.ts',
  'test/sign-in/second-factor.test.ts',
  'test/sign-in/second-factor-limits.test.ts',
  'test/rest/sync.test.ts',
  'test/graphql/portal/links.test.ts',
  'test/contract/private-members.test.ts',
  'test/rest/rejections.test.ts',
  'test/graphql/dashboards/hidden-worlds.test.ts',
  'test/mcp/scopes.test.ts',
  'test/rest/rewind.test.ts',
  'test/cli/restore.test.ts',
  'test/rest/simulate.test.ts',
  'test/cli/runtime-role.test.ts',
  // npm run test:system
  'test/sync/sync.property.test.ts',
  'test/rest/page-cache.property.test.ts',
  'test/contract/regular-expressions.test.ts',
  'test/demo/load.test.ts',
  'test/demo/freshness.test.ts',
  'test/load/unsent-responses.test.ts',
  'test/rest/sync.cost.test.ts',
  'test/tracing/collector-faults.test.ts',
]

/** The order of a run: these first, so that no worker waits for one of them at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((name) => !existsSync(name))
    if (gone.length > 0) throw new Error(`The order of the test files names ${gone.join(', ')}.`)
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/${name}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
