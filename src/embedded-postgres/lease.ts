import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'

export const EmbeddedConnection = z.object({
  /** The folder of its unix socket. */
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
  ssl: z.literal(false),
})
export type EmbeddedConnection = z.infer<typeof EmbeddedConnection>

// Every process that uses the server holds this advisory lock in shared mode. A process that gets it in exclusive mode
// is the last one. Nobody waits for it: while the last process stops the server, a new process tries again.
const LEASE_LOCK = 7_274_331

/** A process's right to use a server that several share. It ends with its connection, so a killed process loses it. */
export class Lease {
  /** Resolves when the lease is released, or lost with its connection. */
  readonly ended: Promise<void>
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
    this.ended = new Promise((resolve) => client.once('end', resolve))
  }

  /** Takes a lease; 'answers' if the last process is stopping the server. */
  static async take(connection: EmbeddedConnection): Promise<Lease | 'answers'> {
    const client = new pg.Client({
      ...connection,
      application_name: 'orangery lease',
      connectionTimeoutMillis: 5_000,
    })
    // A lost connection also emits 'end', and `ended` waits for that.
    client.on('error', () => {})
    await client.connect()
    if (await callLockFunction(client, 'pg_try_advisory_lock_shared')) return new Lease(client)
    await client.end()
    return 'answers'
  }

  /** Releases the lease. If it was the last, calls `stop` while no other process can take one. */
  async release(stop: () => Promise<void>): Promise<void> {
    const isLast = await lockExclusively(this.#client).catch(() => false)
    if (isLast) await stop()
    await this.#client.end()
  }
}

async function lockExclusively(client: pg.Client): Promise<boolean> {
  await callLockFunction(client, 'pg_advisory_unlock_shared')
  return callLockFunction(client, 'pg_try_advisory_lock')
}

async function callLockFunction(client: pg.Client, lockFunction: string): Promise<boolean> {
  const { rows } = await client.query<[boolean]>({
    text: `SELECT ${lockFunction}(${LEASE_LOCK})`,
    rowMode: 'array',
  })
  return rows[0]?.[0] === true
}

const FIRST_WAIT_MS = 50
const MAX_WAIT_MS = 5_000

/** Takes a lease; `undefined` if no server ran and `mayStart` forbids to start one. */
type Join = (mayStart: () => boolean) => Promise<{ lease: Lease } | undefined>

/** Holds a lease until it is released. After a loss it takes a new one, and may start the server for that. */
export class LeaseHolder {
  readonly #join: Join
  readonly #onLoss: (error: Error) => void
  readonly #released = new AbortController()
  #lease: Lease | undefined
  #rejoining: Promise<void> | undefined

  constructor(lease: Lease, join: Join, onLoss: (error: Error) => void) {
    this.#join = join
    this.#onLoss = onLoss
    this.#hold(lease)
  }

  /** Releases the lease. If it was the last, calls `stop`. Can be called more than once. */
  async release(stop: () => Promise<void>): Promise<void> {
    this.#released.abort()
    // If this process is starting the server, wait for that. Otherwise no process would stop that server.
    await this.#rejoining
    const lease = this.#lease
    this.#lease = undefined
    await lease?.release(stop)
  }

  #hold(lease: Lease): void {
    this.#lease = lease
    void lease.ended.then(() => {
      if (this.#lease !== lease) return
      this.#lease = undefined
      this.#onLoss(new Error('The embedded PostgreSQL was lost. Joining or starting it again.'))
      this.#rejoining = this.#rejoin()
    })
  }

  async #rejoin(): Promise<void> {
    const { signal } = this.#released
    let wait = FIRST_WAIT_MS
    do {
      await sleep(wait, undefined, { ref: false, signal }).catch(() => {})
      wait = Math.min(wait * 2, MAX_WAIT_MS)
      const joined = await this.#join(() => !signal.aborted).catch(this.#onLoss)
      if (joined) return this.#hold(joined.lease)
    } while (!signal.aborted)
  }
}
