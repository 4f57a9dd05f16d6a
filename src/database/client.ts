import type { Readable } from 'node:stream'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { watchRevocations } from './change.ts'
import { type Connection, createPool, type PoolOptions, STATEMENT_TIMEOUT_MS } from './pool.ts'

export interface Database {
  /** For reads of portfolios, and for everything that has no pool of its own. */
  pool: pg.Pool
  /** For identifying callers and reading what they may see. */
  identity: pg.Pool
  health: pg.Pool
  prisma: PrismaClient
  pools: Readonly<Record<string, pg.Pool>>
  /** Waits for running statements, then closes every connection. Can be called more than once. */
  close: () => Promise<void>
}

interface ServingOptions extends Pick<PoolOptions, 'onError' | 'poolSize'> {
  /** The server ends a statement after so many milliseconds, and Prisma a transaction. Default: 10 seconds. */
  requestTimeoutMs?: number | undefined
}

export const REQUEST_TIMEOUT_MS = 10_000

/** Opens the database with one pool for everything. It connects at the first statement, not here. */
export function connect(connection: Connection, options: PoolOptions): Database {
  const pool = createPool(connection, options)
  const { statementTimeout = STATEMENT_TIMEOUT_MS } = options
  return withPrisma({ pool, identity: pool, health: pool }, pool, statementTimeout)
}

/**
 * Opens the database for requests. Identities, reads of portfolios, Prisma and the readiness check have `poolSize`
 * connections together, and each its own: statements that wait for a locked table do not take those of the others.
 */
export function connectServing(connection: Connection, options: ServingOptions): Database {
  const { onError, poolSize = 10, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const open = (size: number, timeout = requestTimeoutMs) => {
    const pool = createPool(connection, {
      onError,
      poolSize: size,
      statementTimeout: timeout,
      // The server ends the statement first. Its reply then needs some time to arrive.
      replyTimeout: timeout + REPLY_MS,
    })
    return pool.on('connect', (client) => readInParts(client.connection.stream))
  }
  const { identity, prisma, portfolios } = sharesOf(poolSize)
  const pools = {
    pool: open(portfolios),
    identity: open(identity),
    health: open(1, HEALTH_TIMEOUT_MS),
  }
  return withPrisma(pools, open(prisma), requestTimeoutMs)
}

const HEALTH_TIMEOUT_MS = 2_000
const REPLY_MS = 1_000

// One connection is for the readiness check.
function sharesOf(poolSize: number) {
  const third = Math.max(1, Math.floor((poolSize - 1) / 3))
  return { identity: third, prisma: third, portfolios: Math.max(1, poolSize - 1 - 2 * third) }
}

function withPrisma(
  pools: Pick<Database, 'pool' | 'identity' | 'health'>,
  prismaPool: pg.Pool,
  timeout: number,
): Database {
  // A client takes 13 MB, and what the owner does at a start needs none.
  let opened: PrismaClient | undefined
  const open = () => {
    const transactionOptions = { maxWait: 5_000, timeout }
    const prisma = new PrismaClient({ adapter: new PrismaPg(prismaPool), transactionOptions })
    // Not the pool of Prisma: all of its connections may wait for the same session.
    watchRevocations(prisma, [pools.pool])
    return prisma
  }
  const { pool: portfolios, identity, health } = pools
  const byPurpose = { identity, portfolios, prisma: prismaPool, health }
  const close = async () => {
    await opened?.$disconnect()
    await Promise.all([...new Set(Object.values(byPurpose))].map((pool) => pool.end()))
  }
  let closing: Promise<void> | undefined
  return {
    ...pools,
    get prisma() {
      opened ??= open()
      return opened
    },
    pools: byPurpose,
    close: () => (closing ??= close()),
  }
}

// Node reads at most this many bytes at once. After a chunk of this size, more data probably waits.
const FULL_CHUNK = 64 * 1024

/** Serves other requests between the chunks of a long reply, of which Node would read up to 32 (2 MB of rows) first. */
export function readInParts(stream: Readable): void {
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length < FULL_CHUNK) return
    stream.pause()
    setImmediate(() => stream.resume())
  })
}
