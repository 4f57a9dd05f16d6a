import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { getTypeParser } from './types.ts'

// Instants are sent in UTC. By default `pg` sends them with the local offset in whole minutes, which is
// wrong by seconds for years in which the local time was not a whole number of minutes from UTC.
pg.defaults.parseInputDatesAsUTC = true

/** The connection pool, and a Prisma client that uses it. */
export interface Database {
  pool: pg.Pool
  prisma: PrismaClient
  /** Waits for running statements, then closes every connection. Can be called more than once. */
  close: () => Promise<void>
}

/** Settings of the pool. */
export interface ConnectOptions {
  /** Called for a connection that breaks while idle. The pool replaces it. */
  onError: (error: Error) => void
  /** The maximum number of connections. Default: 10. */
  poolSize?: number | undefined
  /**
   * How long to wait for the reply to a statement, in milliseconds. Default: no limit, because
   * copying a large file can take any time.
   */
  replyTimeout?: number | undefined
}

/** A connection string, or the parts of one. */
export type Connection =
  | string
  | Pick<pg.PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

/**
 * Opens the pool. It connects when a connection is first needed, so this does not fail if no server
 * runs. Rows have `numeric`, `int8` and `date` as text, exactly as sent, and instants as `Date`.
 */
export function connect(connection: Connection, options: ConnectOptions): Database {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
    ...(options.replyTimeout !== undefined && { query_timeout: options.replyTimeout }),
    application_name: 'orangery',
    // Generic plans: planning the page of a list takes longer than running it, and the best plan is
    // the same for every client, because each index starts with the client's id.
    // random_page_cost: data is in memory or on an SSD. With the default of 4, PostgreSQL would scan
    // a table of some hundred rows to find one.
    options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
    types: { getTypeParser },
  })
  pool.on('error', options.onError)
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  let closing: Promise<void> | undefined
  return { pool, prisma, close: () => (closing ??= close(pool, prisma)) }
}

async function close(pool: pg.Pool, prisma: PrismaClient): Promise<void> {
  await prisma.$disconnect()
  await pool.end()
}
