import type pg from 'pg'
import { z } from 'zod'
import { readRows } from '../database/statement.ts'
import { GatewayError } from '../errors.ts'
import type { Quota, QuotaState } from '../load/quota.ts'
import { SPANS } from '../modules/people/attempt-limits.ts'
import { formatWait } from '../values/durations.ts'

// The month is counted only after this many failures in a day: its rows stay long, and made-up emails must not fill
// the table.
const MIN_FAILURES_FOR_MONTH = 5

const Counters = z.array(
  z.object({ span: z.enum(['hour', 'day', 'month']), failures: z.int(), ends_at: z.date() }),
)

// Concurrent attempts lock the spans of an account in one order, by name. Otherwise they could deadlock.
const LOCK = 'SELECT span FROM sign_in_counters WHERE subject = $1 ORDER BY span FOR UPDATE'

// A span that begins in the future was counted before the clock of the database was set back. The clock of the statement
// decides as well: by the instant of a request that waited, a span that has just begun lies in the future.
const HAS_ENDED = `(c.ends_at <= $2
      OR c.ends_at > EXCLUDED.ends_at + (greatest($2, now()) - $2) + interval '1 minute')`

const COUNT = `
  INSERT INTO sign_in_counters AS c (subject, span, failures, ends_at)
  SELECT $1, w.span, CASE WHEN w.span = 'month' THEN ${MIN_FAILURES_FOR_MONTH} + 1 ELSE 1 END, $2::timestamptz + make_interval(secs => w.seconds)
    FROM unnest($3::text[], $4::int[]) AS w (span, seconds)
   WHERE w.span <> 'month' OR EXISTS (SELECT 1 FROM sign_in_counters d
           WHERE d.subject = $1 AND d.ends_at > $2
             AND (d.span = 'month' OR d.span = 'day' AND d.failures >= ${MIN_FAILURES_FOR_MONTH}))
   ORDER BY w.span
  ON CONFLICT (subject, span) DO UPDATE SET
    failures = CASE WHEN ${HAS_ENDED} THEN 1 ELSE c.failures + 1 END,
    ends_at = CASE WHEN ${HAS_ENDED} THEN EXCLUDED.ends_at ELSE c.ends_at END
  RETURNING span, failures, ends_at`

/** Counts an attempt before it runs. Throws `rate_limit_exceeded` if a span has none left. */
export async function countAttempt(pool: pg.Pool, subject: string, now: Date): Promise<void> {
  const seconds = Object.values(SPANS).map((each) => each.seconds)
  const values = [subject, now, Object.keys(SPANS), seconds]
  const rows = await readRows(pool, COUNT, values, 'sign_in_attempts')
  const exceeded = Counters.parse(rows).filter(({ span, failures }) => failures > SPANS[span].max)
  if (exceeded.length === 0) return
  // The attempt does not run, so it is not counted.
  await uncountAttempt(pool, subject)
  throw tooManyAttempts(new Date(Math.max(...exceeded.map((each) => each.ends_at.getTime()))), now)
}

/** Removes the counters of a subject, after an invitation has set a new password. */
export async function clearAttempts(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query(
    `WITH locked AS (${LOCK})
     DELETE FROM sign_in_counters WHERE subject = $1 AND span IN (SELECT span FROM locked)`,
    [subject],
  )
}

/** Removes an attempt from the counters: it succeeded, did not run, or failed for another reason. */
export async function uncountAttempt(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query(
    `WITH locked AS (${LOCK})
     UPDATE sign_in_counters SET failures = failures - 1
      WHERE subject = $1 AND failures > 0 AND span IN (SELECT span FROM locked)`,
    [subject],
  )
}

/** The error for a caller who has no attempts left until `until`. */
export function tooManyAttempts(until: Date, now: Date): GatewayError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const message = `Too many attempts. Try again in ${formatWait(seconds)}.`
  const headers = { 'Retry-After': String(seconds) }
  return new GatewayError('rate_limit_exceeded', message, { headers })
}

interface AttemptSource {
  /** The network of the caller. */
  readonly address: string
  /** The account and device whose secret is tried; null if the attempt is not for an account. */
  readonly subject: string | null
  readonly now: Date
}

export const MAX_PER_SUBJECT = 5
const MAX_PER_ADDRESS = 20

/**
 * Runs an attempt at a secret if address and subject have attempts left: by minute in memory or Redis, by longer spans
 * in the database. It is counted before it runs: concurrent attempts cannot exceed a limit. Only one with a wrong
 * secret stays counted, and in the longer spans one for which `isPending` returns true. Throws `rate_limit_exceeded`.
 */
export async function limitAttempts<Result>(
  { quota, pool }: { readonly quota: Quota; readonly pool: pg.Pool },
  { address, subject, now }: AttemptSource,
  attempt: () => Promise<Result>,
  isPending: (result: Result) => boolean,
): Promise<Result> {
  const buckets = [{ bucket: `sign-in:address:${address}`, max: MAX_PER_ADDRESS }]
  if (subject !== null) buckets.push({ bucket: `sign-in:${subject}`, max: MAX_PER_SUBJECT })
  const spent: { readonly bucket: string; readonly state: QuotaState }[] = []
  for (const { bucket, max } of buckets) {
    const state = await quota.spend(bucket, max)
    if (state.exceeded) throw tooManyAttempts(state.resetAt, now)
    spent.push({ bucket, state })
  }
  if (subject !== null) await countAttempt(pool, subject, now)
  const refund = async (keepsLongSpans = false) => {
    await Promise.all(spent.map(({ bucket, state }) => quota.refund(bucket, state)))
    if (subject !== null && !keepsLongSpans) await uncountAttempt(pool, subject)
  }
  const result = await attempt().catch(async (thrown) => {
    // An unexpected error says nothing about the secret.
    if (!(thrown instanceof GatewayError)) await refund()
    throw thrown
  })
  await refund(isPending(result))
  return result
}
