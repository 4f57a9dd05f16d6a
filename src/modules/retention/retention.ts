import { REQUEST_LOG_DAYS, USAGE_DAYS } from '../../values/durations.ts'

/** The retention of a table. Rows are removed `days` days after the instant in `column`. */
export interface Retention {
  readonly table: string
  readonly column: string
  readonly days: number
  /** Whether rows are records of events. All others have expired by the same clock, so nothing is lost with them. */
  readonly isRecord: boolean
  /** The SQL condition under which a row may be removed. Without it, each row may be. */
  readonly condition?: string
  /** Whether all are removed by one statement: on a cluster the table is distributed, and its rows cannot be removed in batches. */
  readonly isWhole?: boolean
}

const record = (table: string, column: string, days: number) => ({
  ...{ table, column, days, isRecord: true },
})
const ended = (table: string, column: string, days = 1) => ({
  ...record(table, column, days),
  isRecord: false,
})

/**
 * The tables whose rows end by their own instant. Tombstones, and records of sandbox clients, have rules of their own:
 * `tombstones.writes.ts`, `sandbox.writes.ts`. All other audit events are kept without an end, as are keys and grants.
 */
export const RETENTION: readonly Retention[] = [
  ended('sessions', 'expires_at'),
  // This is longer than a session stays open without use.
  ended('sessions', 'active_at'),
  ended('verifications', 'expires_at'),
  ended('invitations', 'expires_at'),
  ended('member_invitations', 'expires_at'),
  ended('sign_in_counters', 'ends_at', 0),
  // This is longer than a mail waits, and longer than the spans of the limits.
  record('mails', 'created_at', 30),
  record('sign_in_events', 'at', 400),
  // This is longer than a connection link is valid. A visit is never later than the expiry of its link, so it is removed
  // before the link. If the visits are withheld, their links stay with them.
  record('link_visits', 'opened_at', 400),
  {
    ...record('connection_links', 'expires_at', 400),
    condition: 'NOT EXISTS (SELECT FROM link_visits v WHERE v.link_id = connection_links.id)',
  },
  // A yearly notice is due for a year and must be mailed only once.
  { ...record('sent_notices', 'sent_at', 400), isWhole: true },
  record('sent_key_notices', 'sent_at', 400),
  record('idempotency_keys', 'at', 90),
  record('key_usage', 'hour', USAGE_DAYS),
  record('grant_usage', 'hour', USAGE_DAYS),
  record('error_counts', 'day', 90),
  record('webhook_counts', 'day', 90),
  record('platform_figures', 'day', USAGE_DAYS),
  // Nothing is added to it any more, so the last of its rows are most of it.
  ended('request_errors', 'at', 90),
  // Older ones are not shown, so nothing is lost with them.
  ended('key_requests', 'at', REQUEST_LOG_DAYS),
]
