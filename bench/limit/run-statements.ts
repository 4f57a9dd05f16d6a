import pg from 'pg'
import { PLAN_SETTINGS } from '../floor/pool.ts'
import { childrenOf, cpuBetween, readCpu } from '../measure/cpu.ts'
import { perRequest } from '../measure/slice.ts'
import type { LimitStatement } from './statements.ts'

/** A statement to run again and again for some seconds. */
export interface StatementLoad {
  readonly databaseUrl: string
  /** The process of PostgreSQL. */
  readonly postmaster: number
  readonly statement: LimitStatement
  readonly seconds: number
  readonly connections: number
  /** Statements that wait for their results on each connection. */
  readonly inFlight: number
}

/** The measurements of one such load. */
export interface LimitSlice {
  readonly perSecond: number
  /** The processor time of PostgreSQL for one statement, in microseconds; null if it is not known. */
  readonly databaseCpu: number | null
}

// The driver gives each value as the text that arrived.
const AS_TEXT = { getTypeParser: () => (value: string) => value }

/** Runs a statement over several connections; throws if a result has no rows. */
export async function runStatements(load: StatementLoad): Promise<LimitSlice> {
  const clients = await Promise.all(Array.from({ length: load.connections }, () => connectTo(load)))
  // The processor time is read while the connections are open: it is not known of processes that have ended.
  const readDatabase = () => readCpu(childrenOf(load.postmaster))
  const before = readDatabase()
  const start = performance.now()
  const statements = await sendUntil(start + load.seconds * 1000, clients, load)
  const elapsed = (performance.now() - start) / 1000
  const used = cpuBetween(before, readDatabase())
  await Promise.all(clients.map((client) => client.end()))
  return { perSecond: statements / elapsed, databaseCpu: perRequest(used, statements) }
}

async function sendUntil(
  end: number,
  clients: readonly pg.Client[],
  { statement: { text, values }, inFlight }: StatementLoad,
): Promise<number> {
  let sent = 0
  async function sendStatements(client: pg.Client): Promise<void> {
    while (performance.now() < end) {
      const given = [...(values[sent++ % values.length] ?? [])]
      const { rows } = await client.query({ name: 'limit', text, values: given, rowMode: 'array' })
      if (rows.length === 0) throw new Error('a statement of the limit found nothing')
    }
  }
  await Promise.all(
    clients.flatMap((client) => Array.from({ length: inFlight }, () => sendStatements(client))),
  )
  return sent
}

async function connectTo({ databaseUrl: connectionString }: StatementLoad): Promise<pg.Client> {
  const options = PLAN_SETTINGS
  const client = new pg.Client({ connectionString, options, pipeline: true, types: AS_TEXT })
  await client.connect()
  return client
}
