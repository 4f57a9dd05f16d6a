import pg from 'pg'

/** How to reach an embedded server. */
export interface EmbeddedConnection {
  /** The folder of its unix socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
  ssl: false
}

// Every process that uses the server holds this advisory lock shared; who gets it exclusively is
// alone. Trying never waits, so a newcomer at a closing door learns so and comes again.
const users = 7_274_331

/**
 * One process's share in a server that several use. It lasts as long as a connection does, so a
 * killed process gives its own up.
 */
export class Lease {
  /** Fulfilled when the share is no more: given up, or lost with its connection. */
  readonly ended: Promise<void>
  readonly #keeper: pg.Client

  private constructor(keeper: pg.Client) {
    this.#keeper = keeper
    this.ended = new Promise((resolve) => keeper.once('end', resolve))
  }

  /** Takes a share; `undefined` where the last user is just stopping the server. */
  static async take(connection: EmbeddedConnection): Promise<Lease | undefined> {
    const keeper = await open(connection)
    if (await ask(keeper, 'pg_try_advisory_lock_shared')) return new Lease(keeper)
    await keeper.end()
    return undefined
  }

  /** Gives the share up; if it was the last, calls `stop` while nobody can take another. */
  async release(stop: () => Promise<void>): Promise<void> {
    const alone = await becomeAlone(this.#keeper).catch(() => false)
    if (alone) await stop()
    await this.#keeper.end()
  }
}

async function becomeAlone(keeper: pg.Client): Promise<boolean> {
  await ask(keeper, 'pg_advisory_unlock_shared')
  return ask(keeper, 'pg_try_advisory_lock')
}

async function open(connection: EmbeddedConnection): Promise<pg.Client> {
  const keeper = new pg.Client({
    ...connection,
    application_name: 'orangery keeper',
    connectionTimeoutMillis: 5_000,
  })
  // A lost connection ends in 'end' as well, which is what is waited for.
  keeper.on('error', () => {})
  await keeper.connect()
  return keeper
}

async function ask(keeper: pg.Client, lockFunction: string): Promise<boolean> {
  const { rows } = await keeper.query<[boolean]>({
    text: `SELECT ${lockFunction}(${users})`,
    rowMode: 'array',
  })
  return rows[0]?.[0] === true
}
