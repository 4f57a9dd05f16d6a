import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../../contenders/request.ts'
import { type RunningServer, startServer } from '../../contenders/server.ts'
import { cpuBetween, readCpu, withChildren } from '../../measure/cpu.ts'
import { ROOT } from '../../paths.ts'
import type { ScaleDatabase } from '../database.ts'
import { timeRequests } from '../requests.ts'
import { cpuPerRequest, readUsedCpu } from '../used-cpu.ts'
import { AUTH_SECRET } from './people.ts'
import type { Row } from './requests.ts'
import { countStatements, type StatementCounter } from './statement-counter.ts'

/** The cost of a request, in milliseconds; statements are counted. */
export interface RowCost {
  /** The first one, of a gateway that has read nothing of it yet. */
  readonly first: number
  readonly median: number
  /** A tenth of the requests took longer. */
  readonly high: number
  readonly gatewayCpu: number
  readonly databaseCpu: number
  readonly statements: number
}

/** The start of a gateway until it serves, and what it costs the database while it is idle. */
export interface StartCost {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly mb: number
  readonly idleStatements: number
}

/** A gateway whose statements are counted. */
export interface CountedGateway {
  readonly start: StartCost
  readonly measure: (row: Row, requests: number) => Promise<RowCost>
}

// The first feeds of a database are derived in that time.
const SETTLE_MS = 900_000
const IDLE_MS = 5_000
const QUIET_PER_SECOND = 5

/** Starts a gateway in front of the database, waits until its jobs have nothing to do, and ends it after the work. */
export async function withCountedGateway<Result>(
  database: ScaleDatabase,
  work: (gateway: CountedGateway) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-clients-'))
  const counter = await countStatements(database.url)
  const begun = performance.now()
  const server = await startServer(planOf(counter), folder, new AbortController().signal)
  try {
    const start = {
      seconds: (performance.now() - begun) / 1_000,
      cpuSeconds: cpuBetween(new Map(), readCpu(withChildren(server.pid))) ?? 0,
      mb: (await server.memory()).now / 2 ** 20,
    }
    const idleStatements = await settle(counter)
    const measure = (row: Row, requests: number) =>
      measureRow({ database, counter, server }, row, requests)
    return await work({ start: { ...start, idleStatements }, measure })
  } finally {
    await server.stop()
    counter.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function planOf({ url }: StatementCounter) {
  const environment = { NODE_ENV: 'production', DATABASE_URL: url, AUTH_SECRET, LOG_LEVEL: 'warn' }
  const command = [process.execPath, join(ROOT, 'bin/orangery.js'), 'serve'] as const
  return { name: 'orangery', command, environment, ready: '/readyz' }
}

// The statements of a second, once nothing is left to do.
async function settle(counter: StatementCounter): Promise<number> {
  for (const end = performance.now() + SETTLE_MS; performance.now() < end; ) {
    const before = counter.count()
    await sleep(IDLE_MS)
    const each = ((counter.count() - before) * 1_000) / IDLE_MS
    if (each < QUIET_PER_SECOND) return each
  }
  throw new Error('The jobs of the gateway do not come to rest.')
}

const MINUTE_MS = 60_000
// Some fields of GraphQL take 30 requests a minute, and answer others with an error that costs nothing.
const OF_A_FIELD = 28

interface Measured {
  readonly database: ScaleDatabase
  readonly counter: StatementCounter
  readonly server: RunningServer
}

async function measureRow(
  { database, counter, server }: Measured,
  { name, request }: Row,
  requests: number,
): Promise<RowCost> {
  const { body, first } = await sendFirst(server.url, request)
  if (request.method === 'POST' && JSON.stringify(body).includes('"errors"'))
    throw new Error(`${name}: ${JSON.stringify(body).slice(0, 500)}`)
  const counted = counter.count()
  const before = await readUsedCpu(database, server)
  // Slow requests are cut off after a time, so there may be fewer.
  const most = request.method === 'POST' ? Math.min(requests, OF_A_FIELD) : requests
  const { median, high, count } = await timeRequests(server.url, Array(most).fill(request))
  const after = await readUsedCpu(database, server)
  const statements = (counter.count() - counted) / count
  return { first, median, high, ...cpuPerRequest(before, after, count), statements }
}

// The row before may have used all that a minute allows the person.
async function sendFirst(url: string, request: Row['request']) {
  for (;;) {
    const begun = performance.now()
    try {
      return { body: await send(url, request), first: performance.now() - begun }
    } catch (error) {
      if (!(error instanceof Error && / 429 /.test(error.message))) throw error
      await sleep(MINUTE_MS)
    }
  }
}
