import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Counted, CountingProcesses } from '../redis/counting-processes.ts'
import { headersOf } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { RedisServer } from '../support/redis-server.ts'
import { Installation, lacksServers, type StartedGateway } from './installation.ts'
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
      file: 'load/open-quota.js',
      find: 'quota: createSharedQuota(link, shared, processes),',
      replace: 'quota: createMemoryQuota(),',
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

// By size: a production key of a firm in the standard tier, or a sandbox key.
const LIMITS = {
  full: { limit: 1_000, environment: 'production' },
  short: { limit: 100, environment: 'sandbox' },
  control: { limit: 100, environment: 'sandbox' },
} as const
const TIMES = 3
// Of each gateway: fewer than a key may have in work at a time.
const PARALLEL = 4
const PROCESSES = 3
const MAX_RUNS_OVER_HTTP = 10
const LOG_MS = 500
const IN_USE = 'Redis in use'
const OUT_OF_USE = 'Redis not in use'

/** The limit of a key, met by three times as many requests over HTTP to three processes. */
async function tryOverHttp(run: Run): Promise<Row> {
  const installation = await Installation.create(run)
  const settings = { GATEWAY_PROCESSES: String(PROCESSES), DATABASE_POOL: '8', LOG_LEVEL: 'info' }
  const gateways = await Promise.all(
    Array.from({ length: PROCESSES }, () => installation.startGateway(settings)),
  )
  const { limit, environment } = LIMITS[run.size]
  const what = `admitted of ${limit} over HTTP by ${PROCESSES} processes`
  for (let discarded = 0; discarded < MAX_RUNS_OVER_HTTP; discarded++) {
    const { secret } = await keyWith(installation.database, { environment })
    const { admitted, isOneWindow, isShared } = await spend(gateways, secret, TIMES * limit)
    if (isOneWindow && isShared) {
      const result = `${admitted}; ${discarded} runs discarded`
      return { what, n: TIMES * limit, result, isMet: admitted === limit }
    }
    run.onProgress(`discarded: one window: ${isOneWindow}, all counted in Redis: ${isShared}`)
  }
  return {
    what,
    n: 0,
    result: `${MAX_RUNS_OVER_HTTP} of ${MAX_RUNS_OVER_HTTP} runs discarded`,
    isMet: false,
  }
}

async function spend(gateways: readonly StartedGateway[], secret: string, requests: number) {
  const headers = headersOf(secret)
  await Promise.all(gateways.map(waitForRedis))
  const before = outages(gateways)
  const ends: number[] = []
  let [left, admitted] = [requests, 0]
  const send = async (url: string) => {
    while (left-- > 0) {
      const response = await fetch(`${url}/api/v1/me`, { headers })
      await response.arrayBuffer()
      ends.push(Number(response.headers.get('X-RateLimit-Reset')))
      if (response.status === 200) admitted++
      else if (response.status !== 429) throw new Error(`status ${response.status}`)
    }
  }
  const senders = gateways.flatMap(({ url }) => Array.from({ length: PARALLEL }, () => send(url)))
  await Promise.all(senders)
  // The lines of the log are read a moment later.
  await sleep(LOG_MS)
  // Each process rounds the end of the window up.
  const isOneWindow = Math.max(...ends) - Math.min(...ends) <= 1
  return { admitted, isOneWindow, isShared: outages(gateways) === before }
}

async function waitForRedis({ process }: StartedGateway): Promise<void> {
  const isInUse = () => process.out.lastIndexOf(IN_USE) > process.out.lastIndexOf(OUT_OF_USE)
  while (!isInUse()) await sleep(100)
}

/** How often Redis went out of use: a process then counts by itself. */
function outages(gateways: readonly StartedGateway[]): number {
  return gateways.reduce((all, { process }) => all + process.out.split(OUT_OF_USE).length - 1, 0)
}
