import type pg from 'pg'
import { readRows } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'

/**
 * How many wrong secrets in a row of time, for an account from one known device, or from all unknown
 * devices together. Kept in the database: a restart or a second process gives no further tries. The
 * last span keeps an account under 100 in a month.
 */
export const SPANS = [
  { span: 'hour', seconds: 3_600, most: 20 },
  { span: 'day', seconds: 86_400, most: 50 },
  { span: 'month', seconds: 30 * 86_400, most: 100 },
] as const

// A row for the longest span only where it matters: made-up emails must not fill the table.
const COUNTED_FOR_MONTH = 5

interface Counter {
  readonly span: (typeof SPANS)[number]['span']
  readonly failures: number
  readonly ends_at: Date
}

const COUNT = `
  INSERT INTO sign_in_counters AS c (subject, span, failures, ends_at)
  SELECT $1, w.span, CASE WHEN w.span = 'month' THEN ${COUNTED_FOR_MONTH} + 1 ELSE 1 END, $2::timestamptz + make_interval(secs => w.seconds)
    FROM unnest($3::text[], $4::int[]) WITH ORDINALITY AS w (span, seconds, place)
   WHERE w.span <> 'month' OR EXISTS (SELECT 1 FROM sign_in_counters d
           WHERE d.subject = $1 AND d.ends_at > $2
             AND (d.span = 'month' OR d.span = 'day' AND d.failures >= ${COUNTED_FOR_MONTH}))
   ORDER BY w.place
  ON CONFLICT (subject, span) DO UPDATE SET
    failures = CASE WHEN c.ends_at <= $2 THEN 1 ELSE c.failures + 1 END,
    ends_at = CASE WHEN c.ends_at <= $2 THEN EXCLUDED.ends_at ELSE c.ends_at END
  RETURNING span, failures, ends_at`

/** Counts a try before it is looked at. Throws `rate_limit_exceeded` where a span has none left. */
export async function countAttempt(pool: pg.Pool, subject: string, now: Date): Promise<void> {
  const spans = SPANS.map(({ span }) => span)
  const seconds = SPANS.map((each) => each.seconds)
  const counters = await readRows<Counter>(pool, COUNT, [subject, now, spans, seconds])
  const spent = counters.filter(({ span, failures }) => failures > mostOf(span))
  if (spent.length === 0) return
  // What is refused has tried nothing.
  await uncountAttempt(pool, subject)
  throw tooManyAttempts(new Date(Math.max(...spent.map((each) => each.ends_at.getTime()))), now)
}

/** Forgets all tries, once an operator's invitation has set a new password. */
export async function forgetAttempts(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query('DELETE FROM sign_in_counters WHERE subject = $1', [subject])
}

/** Takes back a try that was right, that was refused, or that was cut off by a fault of ours. */
export async function uncountAttempt(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query(
    'UPDATE sign_in_counters SET failures = failures - 1 WHERE subject = $1 AND failures > 0',
    [subject],
  )
}

/** The refusal of a caller who has no tries left until then. */
export function tooManyAttempts(until: Date, now: Date): GatewayError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new GatewayError(
    'rate_limit_exceeded',
    `Too many attempts. Try again in ${wait(seconds)}.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  )
}

function wait(seconds: number): string {
  if (seconds <= 90) return 'about a minute'
  if (seconds <= 5_400) return `about ${Math.ceil(seconds / 60)} minutes`
  if (seconds <= 129_600) return `about ${Math.ceil(seconds / 3_600)} hours`
  return `about ${Math.ceil(seconds / 86_400)} days`
}

function mostOf(span: Counter['span']): number {
  return SPANS.find((each) => each.span === span)?.most ?? 0
}
