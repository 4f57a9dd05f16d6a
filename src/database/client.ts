import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { getTypeParser } from './types.ts'

/** The one pool, and Prisma on it. */
export interface Database {
  pool: pg.Pool
  prisma: PrismaClient
  /** Waits for what runs, then closes every connection. May be called again. */
  close: () => Promise<void>
}

/** Settings of the pool. */
export interface ConnectOptions {
  /** Told of connections that break while idle; the pool replaces them by itself. */
  onError: (error: Error) => void
  /** Most connections at a time; 10 unless told otherwise. */
  poolSize?: number | undefined
  /**
   * How long to wait for an answer from a server that has fallen silent, in milliseconds; for ever
   * unless told otherwise, since a copy of a large file takes what it takes.
   */
  answerTimeout?: number | undefined
}

/** A connection string, or the parts of one. */
export type Connection =
  | string
  | Pick<pg.PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

/**
 * Opens the pool; connections are made when needed, so this never fails for want of a server.
 * Rows hold `numeric`, `int8` and `date` as text, exactly as sent, and instants as `Date`.
 */
export function connect(connection: Connection, options: ConnectOptions): Database {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
    ...(options.answerTimeout !== undefined && { query_timeout: options.answerTimeout }),
    application_name: 'orangery',
    // Prepared statements are planned once: to plan the page of a listing takes longer than to run it,
    // and the best plan is the same for every client, since all begin with the client's id. Pages lie
    // in memory or on a disk without a head: by the default, 4, tables of some hundred rows would be
    // read whole to find one.
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
