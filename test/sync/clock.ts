import type pg from 'pg'

// A schema that comes before pg_catalog in the search path replaces the clock of the database.
const CREATE_CLOCK = [
  'CREATE SCHEMA clock',
  'CREATE TABLE clock.hand (at timestamptz NOT NULL)',
  'INSERT INTO clock.hand VALUES (now())',
  `CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT at FROM clock.hand'`,
  'GRANT USAGE ON SCHEMA clock TO PUBLIC',
  'GRANT SELECT ON clock.hand TO PUBLIC',
]
const USE_CLOCK = `
  DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public', current_database());
  END $$`

const ON_WORKERS = 'SELECT result FROM run_command_on_workers($1)'
const UNPROPAGATED = 'SET citus.enable_ddl_propagation = off; '

/** The clock of a database and of the gateway in front of it. It moves only when a test moves it. */
export class TestClock {
  #now = new Date()
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
    await client.query(USE_CLOCK)
    // Only connections from now on have the new search path.
    client.release(true)
  }

  get now(): Date {
    return this.#now
  }

  async set(now: Date): Promise<void> {
    this.#now = now
    const statement = `UPDATE clock.hand SET at = '${now.toISOString()}'`
    await this.#pool.query(statement)
    if (this.#isCluster) await this.#pool.query(ON_WORKERS, [statement])
  }

  async advance(milliseconds: number): Promise<void> {
    await this.set(new Date(this.#now.getTime() + milliseconds))
  }
}
