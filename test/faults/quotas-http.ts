import { setTimeout as sleep } from 'node:timers/promises'
import { keyWith } from '../support/portfolio.ts'
import { Installation, type StartedGateway } from './installation.ts'
import { headersOf } from './readable.ts'
import type { Row, Run } from './scenario.ts'

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
const MAX_RUNS = 10
const LOG_MS = 500
const IN_USE = 'Redis in use'
const OUT_OF_USE = 'Redis not in use'

/** The limit of a key, met by three times as many requests over HTTP to three processes. */
export async function tryOverHttp(run: Run): Promise<Row> {
  const installation = await Installation.create(run)
  const settings = { GATEWAY_PROCESSES: String(PROCESSES), DATABASE_POOL: '8', LOG_LEVEL: 'info' }
  const gateways = await Promise.all(
    Array.from({ length: PROCESSES }, () => installation.startGateway(settings)),
  )
  const { limit, environment } = LIMITS[run.size]
  const what = `admitted of ${limit} over HTTP by ${PROCESSES} processes`
  for (let discarded = 0; discarded < MAX_RUNS; discarded++) {
    const { secret } = await keyWith(installation.database, { environment })
    const { admitted, isOneWindow, isShared } = await spend(gateways, secret, TIMES * limit)
    if (isOneWindow && isShared) {
      const result = `${admitted}; ${discarded} runs discarded`
      return { what, n: TIMES * limit, result, isMet: admitted === limit }
    }
    run.onProgress(`discarded: one window: ${isOneWindow}, all counted in Redis: ${isShared}`)
  }
  return { what, n: 0, result: `${MAX_RUNS} of ${MAX_RUNS} runs discarded`, isMet: false }
}

/** Sends the requests, all gateways at once. */
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
