import pg from 'pg'
import { serviceUnavailable } from '../errors.ts'
import { applySettings } from './session-settings.ts'
import { nameStatements } from './statement.ts'
import { getTypeParser } from './types.ts'

// Instants are sent in UTC. By default `pg` sends them with the local offset in whole minutes, which is
// wrong by seconds for years in which the local time was not a whole number of minutes from UTC.
pg.defaults.parseInputDatesAsUTC = true

/** A connection string, or the parts of one. */
export type Connection =
  | string
  | Pick<pg.PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

/** Settings of a pool. */
export interface PoolOptions {
  /** Called for a connection that breaks while idle. The pool replaces it. */
  onError: (error: Error) => void
  /** The maximum number of connections. Default: 10. */
  poolSize?: number | undefined
  /** The server ends a statement after so many milliseconds. Default: 30 seconds. */
  statementTimeout?: number | undefined
  /**
   * How long to wait for the reply to a statement, in milliseconds. Default: no limit, because
   * copying a large file can take any time.
   */
  replyTimeout?: number | undefined
}

/** How long a statement waits for a connection, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 5_000
// More than a burst of all that a process serves at a time, and less than a second of waiting.
const MAX_WAITING = 500

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool for which only so many wait. Everybody else gets `service_unavailable` at once. */
class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnection): void
  override connect(callback?: OnConnection): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < MAX_WAITING) {
      if (!callback) return super.connect()
      super.connect(callback)
      return
    }
    const error = serviceUnavailable(new Error('too many statements wait for a connection'))
    if (!callback) return Promise.reject(error)
    callback(error, undefined, () => {})
    return
  }
}

/** Opens a pool. It connects when a connection is first needed. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  const { statementTimeout = 30_000, replyTimeout } = options
  // Settings are no startup parameters: PgBouncer refuses these.
  const onConnect = async (client: pg.ClientBase) => {
    nameStatements(pool, await applySettings(client, statementTimeout))
  }
  const pool: pg.Pool = new BoundedPool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    keepAlive: true,
    ...(replyTimeout !== undefined && { query_timeout: replyTimeout }),
    application_name: 'orangery',
    onConnect,
    types: { getTypeParser },
  })
  pool.on('error', options.onError)
  return pool
}
