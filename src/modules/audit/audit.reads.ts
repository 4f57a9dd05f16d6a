import type pg from 'pg'
import { Params, readRows } from '../../database/statement.ts'

export interface AuditRow {
  id: string
  at: Date
  /** The actor's name; the recorded actor where no user has that id, such as `operator`. */
  actor: string
  action: string
  subject: string
  request_id: string | null
  /** The client whose portfolio the event concerns. */
  client_id: string | null
  details: Record<string, unknown>
  /** The value of the column by which it was found. */
  found_by: string
}

/** The column by which events are selected: their firm, their client, or the record they changed. */
export type AuditColumn = 'firm_id' | 'client_id' | 'subject'

/** A stretch of events, newest first. */
export interface AuditSpan {
  readonly limit: number
  readonly after: { readonly at: Date; readonly id: string } | null
}

/** The same stretch of events for each value of the column, in one statement. */
export async function readEvents(
  pool: pg.Pool,
  column: AuditColumn,
  values: readonly string[],
  { limit, after }: AuditSpan,
): Promise<AuditRow[]> {
  const params = new Params()
  const wanted = params.add(values)
  const later = after
    ? ` AND (e.at, e.id) < (${params.add(after.at)}::timestamptz, ${params.add(after.id)})`
    : ''
  return readRows<AuditRow>(
    pool,
    `SELECT wanted.value AS found_by, e.id, e.at, coalesce(u.name, e.actor) AS actor, e.action, e.subject,
            e.request_id, e.client_id, e.details
       FROM unnest(${wanted}::text[]) wanted (value)
       CROSS JOIN LATERAL (SELECT * FROM audit_events e WHERE e.${column} = wanted.value${later}
              ORDER BY e.at DESC, e.id DESC LIMIT ${params.add(limit)}) e
       LEFT JOIN users u ON u.id = e.actor
      ORDER BY e.at DESC, e.id DESC`,
    params.values,
  )
}

/** How many events there are, by value of the column; a value without any is absent. */
export async function countEvents(pool: pg.Pool, column: AuditColumn, values: readonly string[]) {
  const rows = await readRows<{ value: string; total: number }>(
    pool,
    `SELECT ${column} AS value, count(*)::int AS total FROM audit_events
      WHERE ${column} = ANY ($1::text[]) GROUP BY ${column}`,
    [values],
  )
  return new Map(rows.map((row) => [row.value, row.total]))
}
