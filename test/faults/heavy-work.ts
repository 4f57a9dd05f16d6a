import { lacksServers } from './installation.ts'
import { measureHeavyWork } from './measure-heavy-work.ts'
import { amount, type Scenario } from './scenario.ts'

const TIMES = 3

/** One caller's heaviest pages and documents beside the small reads of another. */
export const heavyWork: Scenario = {
  name: 'heavy-work',
  needsTime: 'it measures speed',
  unavailable: lacksServers,
  async run(run) {
    const seconds = amount(run.size, 20, 5, 10)
    const { quiet, beside } = await measureHeavyWork({ run, seconds })
    return beside.map(({ kind, connections, n, p99, times, heavy }) => ({
      what: `p99 of small reads beside ${connections} heavy ${kind} at most 3 times its own`,
      n,
      result: `${times} times: ${p99} ms, alone ${quiet.p99} ms; ${heavy.served} ${kind} served`,
      isMet: times <= TIMES && heavy.served > 0,
    }))
  },
  controls: [
    {
      without: 'slices',
      row: 'p99 of small reads beside 8 heavy pages',
      removals: [
        {
          file: 'modules/assets/asset.rows.js',
          find: 'if (length < HEAVY_LENGTH)',
          replace: 'if (true)',
        },
        {
          file: 'modules/assets/asset.rows.js',
          find: 'heavyWork.isLikelyLarge(clientId, limit)',
          replace: 'false',
        },
      ],
    },
    {
      without: 'pauses in lists',
      row: 'p99 of small reads beside 8 heavy documents',
      removals: [
        {
          file: 'schema/paced-lists.js',
          find: 'this.#isOn = true',
          replace: 'this.#isOn = false',
        },
      ],
    },
  ],
}
