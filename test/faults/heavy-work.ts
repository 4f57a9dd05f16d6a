import { lacksServers } from './installation.ts'
import { type HeavyLoad, measureHeavyWork } from './measure-heavy-work.ts'
import { quantileOf, sum } from './probe.ts'
import { amount, type Row, type Scenario } from './scenario.ts'

const TIMES = 3
const GROWN_MB = 300

/** One caller's heaviest pages and documents beside the small reads of another. */
export const heavyWork: Scenario = {
  name: 'heavy-work',
  needsTime: 'it measures speed',
  unavailable: lacksServers,
  async run(run) {
    const seconds = amount(run.size, 10, 5, 10)
    const rounds = amount(run.size, 3, 1, 1)
    const found = await measureHeavyWork(run, { seconds, rounds })
    return [...found.map(rowOf), memoryRowOf(found)]
  },
  controls: [
    {
      without: 'slices',
      row: 'p99 of small reads beside 8 heavy pages',
      removals: [
        {
          file: 'modules/assets/asset.page.js',
          find: 'if (length >= HEAVY_LENGTH)',
          replace: 'if (false)',
        },
        {
          file: 'modules/assets/asset.page.js',
          find: 'heavyWork.isLikelyLarge(clientId, first)',
          replace: 'false',
        },
      ],
    },
    {
      without: 'turns of documents',
      row: 'p99 of small reads beside 8 heavy documents',
      file: 'graphql/plugins/use-cost.js',
      find: 'if (cost.fields <= HEAVY_FIELDS)',
      replace: 'if (true)',
    },
  ],
}

function rowOf({ kind, connections, rounds }: HeavyLoad): Row {
  const times = rounds.map((round) => round.times)
  const median = quantileOf(times, 0.5)
  const served = sum(rounds.map((round) => round.served))
  const n = sum(rounds.map((round) => round.n))
  const latencies = rounds.map(({ quiet, beside }) => `${quiet} → ${beside}`)
  return {
    what: `p99 of small reads beside ${connections} heavy ${kind} at most ${TIMES} times its own`,
    n,
    result: `${median} times (${times.join(', ')}; ${latencies.join(', ')} ms); ${served} ${kind} served`,
    isMet: median <= TIMES && served > 0,
  }
}

function memoryRowOf(found: readonly HeavyLoad[]): Row {
  const grown = found.map(({ rounds }) => Math.max(...rounds.map((round) => round.grown)))
  const result = found.map(({ kind, connections }, n) => `${connections} ${kind}: ${grown[n]}`)
  return {
    what: `resident memory of the gateway grows by at most ${GROWN_MB} MB in each of these`,
    n: sum(found.map(({ rounds }) => rounds.length)),
    result: `${result.join(', ')} MB`,
    isMet: Math.max(...grown) <= GROWN_MB,
  }
}
