import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Counted, CountingProcesses } from '../redis/counting-processes.ts'
import { RedisServer } from '../support/redis-server.ts'
import { lacksServers } from './installation.ts'
import { tryOverHttp } from './quotas-http.ts'
import type { Row, Run, Scenario, Size } from './scenario.ts'

const LOAD = 10
const WINDOW_MS = 60_000
const MAX_RUNS = 5

interface Matrix {
  readonly tiers: readonly number[]
  readonly processes: readonly number[]
  readonly edges: boolean
}
const MATRIX: Readonly<Record<Size, Matrix>> = {
  full: { tiers: [100, 1_000, 5_000, 20_000], processes: [1, 2, 3], edges: true },
  short: { tiers: [100, 1_000], processes: [3], edges: false },
  control: { tiers: [100, 1_000], processes: [2], edges: false },
}

/** Each limit, met by ten times as many attempts at the quota itself from one, two and three processes, and one over HTTP. */
export const quotas: Scenario = {
  name: 'quotas',
  unavailable: lacksServers,
  async run(run) {
    const redis = await RedisServer.start()
    run.atEnd(() => redis.kill())
    const rows: Row[] = [await tryOverHttp(run)]
    for (const count of MATRIX[run.size].processes) {
      const program = join(run.program, '../../dist/load/open-quota.js')
      const processes = await CountingProcesses.start(redis.url, count, program)
      run.atEnd(() => processes.stop())
      for (const limit of MATRIX[run.size].tiers) rows.push(await tryLimit(run, processes, limit))
      if (MATRIX[run.size].edges) rows.push(await tryEdge(run, processes, count))
    }
    return rows
  },
  controls: [
    {
      without: 'Redis',
      row: 'admitted of 1000 with 2 processes',
      removals: [
        {
          file: 'load/open-quota.js',
          find: 'quota: createSharedQuota({ link, shared, local, processes }),',
          replace: 'quota: local,',
        },
      ],
    },
  ],
}

async function tryLimit(
  { onProgress }: Run,
  processes: CountingProcesses,
  limit: number,
): Promise<Row> {
  const { count } = processes
  const times = LOAD * limit - ((LOAD * limit) % count)
  const { counted, discarded } = await spendInRedis(processes, { limit, times })
  const admitted = sum(counted)
  if (discarded > 0) onProgress(`${discarded} runs discarded: Redis did not answer in time`)
  const what = `admitted of ${limit} with ${count} process${count > 1 ? 'es' : ''}`
  return {
    what,
    n: times,
    result: `${admitted}; ${discarded} runs discarded`,
    isMet: admitted === limit,
  }
}

/** Spends around the end of a window: each of the two windows admits its limit. */
async function tryEdge(
  { onProgress }: Run,
  processes: CountingProcesses,
  count: number,
): Promise<Row> {
  onProgress(`waits for the edge of a window, ${count} processes`)
  const [limit, times] = [1_000, 6_000]
  const subject = `edge-${count}-${Date.now()}`
  const [first] = await processes.spend(subject, limit, count)
  const end = (first?.ends[0] ?? 0) * 1_000
  await sleep(Math.max(0, Math.min(WINDOW_MS, end - Date.now() - 1_500)))
  const before = sum(await processes.spend(subject, limit, times))
  await sleep(Math.max(0, end - Date.now() + 1_500))
  const after = sum(await processes.spend(subject, limit, times))
  const result = `${before + count} and ${after}`
  const isMet = before + count === limit && after === limit
  return { what: `each side of a window's edge, ${count} processes`, n: 2 * times, result, isMet }
}

// On a busy machine Redis can wait 50 ms for a processor. Processes then count by themselves, and the run
// says nothing about counting in Redis.
async function spendInRedis(
  processes: CountingProcesses,
  { limit, times }: { readonly limit: number; readonly times: number },
): Promise<{ readonly counted: readonly Counted[]; readonly discarded: number }> {
  for (let discarded = 0; discarded < MAX_RUNS; discarded++) {
    const subject = `${limit}, run ${discarded}, ${Date.now()}`
    const counted = await processes.spend(subject, limit, times)
    if (counted.every(({ outages }) => outages === 0)) return { counted, discarded }
  }
  throw new Error(`Redis did not answer in time in any of ${MAX_RUNS} runs.`)
}

function sum(counted: readonly Counted[]): number {
  return counted.reduce((all, { admitted }) => all + admitted, 0)
}
