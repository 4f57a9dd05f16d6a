import pg from 'pg'
import { serviceUnavailable } from '../errors.ts'
import { measured, measureWait } from '../measured.ts'
import { applySettings } from './session-settings.ts'
import { setServer } from './statement.ts'

// By default `pg` sends the local offset in whole minutes. For early years, when it also had seconds, an instant would
// be wrong by some seconds.
pg.defaults.parseInputDatesAsUTC = true

export type Connection =
  | string
  | Pick<pg.PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

export interface PoolOptions {
  /** Called for a connection that breaks while idle. The pool replaces it. */
  onError: (error: Error) => void
  poolSize?: number | undefined
  /** The time limit of a statement, in milliseconds. The server ends it. Default: 30 seconds. */
  statementTimeout?: number | undefined
  /** The longest wait for a reply, in milliseconds. Default: no limit, because copying a file can take any time. */
  replyTimeout?: number | undefined
  /** The schemas to search. Default: only that of the program. Tests use it to replace the clock of a database. */
  searchPath?: string | undefined
}

export const STATEMENT_TIMEOUT_MS = 30_000
const ACQUIRE_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 10_000
// More than all requests that a process serves at a time can need, and less than one second of waiting.
const MAX_WAITING = 500

type OnConnection = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

// A pool for which at most `MAX_WAITING` callers wait. Other callers get `service_unavailable` at once.
class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnection): void
  override connect(callback?: OnConnection): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < MAX_WAITING) {
      const mustWait = this.idleCount === 0 && this.totalCount >= this.options.max
      if (!callback) return mustWait ? measureWait('connection', super.connect()) : super.connect()
      super.connect(mustWait ? measureCall(callback) : callback)
      return
    }
    const error = serviceUnavailable(new Error('too many statements wait for a connection'))
    if (!callback) return Promise.reject(error)
    callback(error, undefined, () => {})
    return
  }
}

function measureCall(callback: OnConnection): OnConnection {
  const since = performance.now()
  return (...result) => {
    measured.emit('wait', 'connection', performance.now() - since)
    callback(...result)
  }
}

/** Opens a pool. It connects at the first statement. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  const { statementTimeout = STATEMENT_TIMEOUT_MS, replyTimeout, searchPath } = options
  // Settings are not sent as startup parameters, because PgBouncer rejects them.
  const onConnect = async (client: pg.ClientBase) => {
    setServer(pool, await applySettings(client, statementTimeout, searchPath))
  }
  const pool: pg.Pool = new BoundedPool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(replyTimeout !== undefined && { query_timeout: replyTimeout }),
    application_name: 'orangery',
    onConnect,
    types: { getTypeParser },
  })
  pool.on('error', options.onError)
  return pool
}

const { builtins } = pg.types
const textArray: number = 1009
const numericArray = 1231
const dateArray = 1182

// The driver's own parsers make floats of arrays of decimals, and dates in the local time zone. With this, decimals and
// 8-byte integers stay text, dates are `YYYY-MM-DD`, and instants are `Date`.
function getTypeParser(oid: number): (text: string) => unknown {
  switch (oid) {
    case builtins.DATE:
      return (text) => text
    case builtins.TIMESTAMP:
      return (text) => new Date(`${text.replace(' ', 'T')}Z`)
    case numericArray:
    case dateArray:
      return pg.types.getTypeParser(textArray)
    default:
      return pg.types.getTypeParser(oid)
  }
}
