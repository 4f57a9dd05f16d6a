import pg from 'pg'

// plan_cache_mode: planning the page of a list takes longer than running it, and the best plan is the
// same for every client, because each index starts with the client's id.
// random_page_cost: data is in memory or on an SSD. With the default of 4, PostgreSQL would scan a
// table of some hundred rows to find one.
const SETTINGS = {
  TimeZone: 'UTC',
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: '1.1',
}
// Instead, on a cluster. Citus finds the shard from the values, so it cannot plan a statement of several
// tables without them. In a transaction that has used several connections to a node, it refuses to change
// a table that others refer to.
const CLUSTER_SETTINGS = { plan_cache_mode: 'auto', 'citus.multi_shard_modify_mode': 'sequential' }
const IS_CLUSTER = "EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"

interface NumberedClient extends pg.ClientBase {
  /** The process that serves the connection, as it was named at the connect. */
  readonly processID?: number | null
}

/**
 * Sets the settings of a new connection. Returns whether the connection is to the server itself. It is
 * not where the process that serves it is another than the one that was named at the connect: a pooler
 * such as PgBouncer is between, and settings would stay with whichever server connection got them.
 */
export async function applySettings(
  client: pg.ClientBase,
  statementTimeout: number,
): Promise<boolean> {
  const settings = { ...SETTINGS, statement_timeout: String(statementTimeout) }
  const { processID }: NumberedClient = client
  const text = `
    SELECT direct, CASE WHEN direct THEN ARRAY[${setAll(settings)}] END,
           CASE WHEN direct AND ${IS_CLUSTER} THEN ARRAY[${setAll(CLUSTER_SETTINGS)}] END
      FROM (SELECT pg_backend_pid() = ${Number(processID ?? 0)} AS direct) process`
  const { rows } = await client.query<{ direct: boolean }>(text)
  return rows[0]?.direct === true
}

function setAll(settings: Readonly<Record<string, string>>): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  )
  return set.join(', ')
}

// Processes that start at the same time set one after another.
const SETTINGS_LOCK = 72_707_371

/**
 * Makes the settings those of the role of a pool in its database, where a pooler is between: every server
 * connection that the pooler opens from now on has them. A role may always do this for itself.
 */
export async function storeSettings(pool: pg.Pool, statementTimeout: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; cluster: boolean }>(
    `SELECT current_database() AS name, ${IS_CLUSTER} AS cluster`,
  )
  const database = pg.escapeIdentifier(rows[0]?.name ?? '')
  const ofServer = rows[0]?.cluster ? { ...SETTINGS, ...CLUSTER_SETTINGS } : SETTINGS
  const settings = { ...ofServer, statement_timeout: String(statementTimeout) }
  const statements = Object.entries(settings).map(
    ([name, value]) =>
      `ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(value)}`,
  )
  // Without parameters, several statements are one transaction.
  await pool.query([`SELECT pg_advisory_xact_lock(${SETTINGS_LOCK})`, ...statements].join(';'))
}
