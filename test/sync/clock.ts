import type pg from 'pg'

// A schema that comes before pg_catalog in the search path replaces the clock of the database.
const CREATE_CLOCK = `
  CREATE SCHEMA clock;
  CREATE TABLE clock.hand (at timestamptz NOT NULL);
  INSERT INTO clock.hand VALUES (now());
  CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT at FROM clock.hand';
  GRANT USAGE ON SCHEMA clock TO PUBLIC;
  GRANT SELECT ON clock.hand TO PUBLIC;
  DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public', current_database());
  END $$`

/** The clock of a database and of the gateway in front of it. It moves only when a test moves it. */
export class TestClock {
  #now = new Date()
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Replaces the clock of the database, before anything else is connected to it. */
  async install(): Promise<void> {
    const client = await this.#pool.connect()
    await client.query(CREATE_CLOCK)
    // Only connections from now on have the new search path.
    client.release(true)
  }

  get now(): Date {
    return this.#now
  }

  async set(now: Date): Promise<void> {
    this.#now = now
    await this.#pool.query('UPDATE clock.hand SET at = $1', [now])
  }

  async advance(milliseconds: number): Promise<void> {
    await this.set(new Date(this.#now.getTime() + milliseconds))
  }
}
