import type pg from 'pg'

// A schema that comes before pg_catalog in the search path (`CLOCK_PATH`) replaces the clock of the database.
const CREATE_CLOCK = [
  'CREATE SCHEMA clock',
  'CREATE TABLE clock.hand (at timestamptz NOT NULL)',
  'INSERT INTO clock.hand VALUES (now())',
  `CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT at FROM clock.hand'`,
  'GRANT USAGE ON SCHEMA clock TO PUBLIC',
  'GRANT SELECT ON clock.hand TO PUBLIC',
]
/** For the connections to a database with this clock. */
export const CLOCK_PATH = 'clock, pg_catalog, public'

const ON_WORKERS = 'SELECT result FROM run_command_on_workers($1)'
const UNPROPAGATED = 'SET citus.enable_ddl_propagation = off; '

/** The clock of a database and of the gateway in front of it. It moves only when a test moves it. */
export class TestClock {
  #now = new Date()
  #latest = new Date(0)
  #isCluster = false
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Replaces the clock of the database, before anything else is connected to it. */
  async install(): Promise<void> {
    const client = await this.#pool.connect()
    const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
    this.#isCluster = rowCount === 1
    // Each node has a clock of its own.
    if (this.#isCluster) await client.query('SET citus.enable_ddl_propagation = off')
    for (const statement of CREATE_CLOCK) {
      await client.query(statement)
      if (this.#isCluster) await client.query(ON_WORKERS, [UNPROPAGATED + statement])
    }
    // Its statements were planned with the clock of the server.
    client.release(true)
    const { rows } = await this.#pool.query(
      'SELECT clock_timestamp() = at AS shown FROM clock.hand',
    )
    if (!rows[0]?.shown) throw new Error('The connections do not look for names in CLOCK_PATH.')
  }

  get now(): Date {
    return this.#now
  }

  /** The latest instant that it has shown. It may have been set back since. */
  get latest(): Date {
    return this.#latest
  }

  get isCluster(): boolean {
    return this.#isCluster
  }

  async set(now: Date): Promise<void> {
    this.#now = now
    if (now > this.#latest) this.#latest = now
    const statement = `UPDATE clock.hand SET at = '${now.toISOString()}'`
    await this.#pool.query(statement)
    if (this.#isCluster) await this.#pool.query(ON_WORKERS, [statement])
  }

  async advance(milliseconds: number): Promise<void> {
    await this.set(new Date(this.#now.getTime() + milliseconds))
  }
}
