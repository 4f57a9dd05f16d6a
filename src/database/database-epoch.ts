import { serviceUnavailable } from '../errors.ts'

/**
 * The SQL for the epoch of the database: the start of the server, the timeline of its history and the database
 * that answered. The epoch changes with a restart, a failover or a restore, because the same versions may then
 * mean other data. It has the start of the server, not the system identifier: PostgreSQL would open a file for
 * that in each call. The path of a table identifies the database: a subquery would be an extra step on a cluster.
 */
export const EPOCH_SQL = `CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE concat_ws('-',
  (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint,
  left(pg_walfile_name(pg_current_wal_lsn()), 8),
  split_part(pg_relation_filepath('pg_class'), '/', 2)) END`

/** The columns of every statement that identifies a caller. `now` is a placeholder; null: the clock of the database. */
export function momentSql(now: string): string {
  return `coalesce(${now}::timestamptz, clock_timestamp()) AS now, pg_is_in_recovery() AS standby`
}

/** Throws `service_unavailable` for a standby: it may not yet know of a revocation. */
export function requirePrimary({ standby }: { readonly standby: boolean }): void {
  if (standby) throw serviceUnavailable(new Error('the database server is a standby'))
}
