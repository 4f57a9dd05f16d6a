import { serviceUnavailable } from '../errors.ts'

/**
 * The SQL for the epoch of the database: which start of which server, which timeline of its history and
 * which database answered. It changes with a restart, a failover and a restored database, in which the
 * same versions may stand for other data. The start of the server stands for its system identifier,
 * which is in a file that PostgreSQL would open for each call. The path of a table names the database; a
 * subquery would be a step of its own on a cluster.
 */
export const EPOCH_SQL = `CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE concat_ws('-',
  (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint,
  left(pg_walfile_name(pg_current_wal_lsn()), 8),
  split_part(pg_relation_filepath('pg_class'), '/', 2)) END`

/**
 * The columns of every statement that identifies a caller: the instant that counts as now, which is the
 * database's unless the placeholder gives one, and whether the server is a standby.
 */
export function momentSql(now: string): string {
  return `coalesce(${now}::timestamptz, clock_timestamp()) AS now, pg_is_in_recovery() AS standby`
}

/** Throws `service_unavailable` for a standby: it may not yet know of a revocation. */
export function requirePrimary({ standby }: { readonly standby: boolean }): void {
  if (standby) throw serviceUnavailable(new Error('the database server is a standby'))
}
