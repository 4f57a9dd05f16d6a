import pg from 'pg'

/**
 * The settings with which the gateway has its statements planned. To plan the statement of a page takes longer than to
 * run it. With the default for random pages, PostgreSQL scans small tables to find one row.
 */
export const PLAN_SETTINGS = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1'

/** The pool of a contender, with as many connections as that of the gateway. */
export function createPool(): pg.Pool {
  const connectionString = process.env.DATABASE_URL
  return new pg.Pool({ connectionString, options: PLAN_SETTINGS, max: 10 })
}
