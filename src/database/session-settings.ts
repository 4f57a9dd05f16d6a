import pg from 'pg'

// plan_cache_mode: planning the page of a list takes longer than running it, and the best plan is the same for every
// client, because each index starts with the client's id.
// random_page_cost: data is in memory or on an SSD. With the default of 4, a table of some hundred rows would be
// scanned to find one row.
const PLANS = {
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: '1.1',
}
// Statements and the parsing of their results depend on these. A server, database or role may have others.
// search_path: only this schema. By default, a schema with the name of the role comes first.
const FORMS = {
  search_path: 'public',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  quote_all_identifiers: 'off',
  default_transaction_isolation: 'read committed',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
}
// A frozen process, or one on a disconnected host, keeps its locks only for this time. With the TCP settings, the
// server notices a lost host after 25 seconds instead of two hours. Connections that do not use TCP ignore them.
const LIMITS = {
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25s',
}
const SETTINGS = { ...PLANS, ...FORMS, ...LIMITS }
// The other values on a cluster. plan_cache_mode: Citus finds the shard from the values, so it cannot plan a statement
// of several tables without them. multi_shard_modify_mode: in a transaction with several connections to a node, Citus
// refuses to change a table that other tables refer to.
const CLUSTER_SETTINGS = { plan_cache_mode: 'auto', 'citus.multi_shard_modify_mode': 'sequential' }
const IS_CLUSTER = "EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"

export interface Server {
  /** False: a pooler such as PgBouncer is between. */
  readonly isDirect: boolean
  readonly isCluster: boolean
}

/**
 * Sets the settings of a new connection to the server itself. If another process serves it than the one that the server
 * named at the start, a pooler is between. Settings would then stay with a server connection that other clients use.
 */
export async function applySettings(
  client: pg.ClientBase,
  statementTimeout: number,
  searchPath = SETTINGS.search_path,
): Promise<Server> {
  const limits = { statement_timeout: String(statementTimeout), search_path: searchPath }
  // The process that serves the connection, as the server named it when the client connected.
  const { processID }: pg.ClientBase & { readonly processID?: number | null } = client
  const text = `
    SELECT direct, cluster, CASE WHEN direct THEN ARRAY[${setAll({ ...SETTINGS, ...limits })}] END,
           CASE WHEN direct AND cluster THEN ARRAY[${setAll(CLUSTER_SETTINGS)}] END
      FROM (SELECT pg_backend_pid() = ${Number(processID ?? 0)} AS direct, ${IS_CLUSTER} AS cluster) server`
  const { rows } = await client.query<{ direct: boolean; cluster: boolean }>(text)
  return { isDirect: rows[0]?.direct === true, isCluster: rows[0]?.cluster !== false }
}

function setAll(settings: Readonly<Record<string, string>>): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  )
  return set.join(', ')
}

// An advisory lock: processes that start at the same time store settings one after another.
const SETTINGS_LOCK = 72_707_371

/**
 * Stores the settings for the role and the database of a pool, for use with a pooler: every server connection that
 * the pooler opens from now on has them. A role may always do this for itself.
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
