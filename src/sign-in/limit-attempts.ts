import type pg from 'pg'
import { GatewayError } from '../errors.ts'
import type { Quota, QuotaState } from '../load/quota.ts'
import { countAttempt, tooManyAttempts, uncountAttempt } from './count-attempts.ts'

/** The source that an attempt is counted for. */
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
 * Runs an attempt at a secret if address and subject have attempts left: by minute in memory, and by longer spans in
 * the database. Each attempt is counted before it runs, so that concurrent attempts cannot exceed a limit. Only
 * attempts with a wrong secret stay counted. In the longer spans, an attempt also stays counted if `isPending` returns
 * true: its sign-in needs another step. Throws `rate_limit_exceeded`.
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
