import type pg from 'pg'
import type { Quota } from '../access/quota.ts'
import { GatewayError } from '../errors.ts'
import { countAttempt, tooManyAttempts, uncountAttempt } from './attempt-counters.ts'

/** Whose tries are counted together. */
export interface Attempt {
  /** The network that they come from. */
  readonly address: string
  /** The account and device whose secret is tried; null where it is nobody's in particular. */
  readonly subject: string | null
  readonly now: Date
}

export const PER_SECRET = 5
export const PER_ADDRESS = 20

/**
 * Lets a guess at a secret through while address and subject have tries left, each counted before
 * the guess is looked at; a right one costs nothing. Throws `rate_limit_exceeded`.
 */
export async function limitAttempts<Result>(
  { quota, pool }: { readonly quota: Quota; readonly pool: pg.Pool },
  { address, subject, now }: Attempt,
  guess: () => Promise<Result>,
): Promise<Result> {
  const buckets = [{ bucket: `sign-in:address:${address}`, most: PER_ADDRESS }]
  if (subject !== null) buckets.push({ bucket: `sign-in:${subject}`, most: PER_SECRET })
  for (const { bucket, most } of buckets) {
    const state = await quota.spend(bucket, most)
    if (state.exceeded) throw tooManyAttempts(state.resetAt, now)
  }
  if (subject !== null) await countAttempt(pool, subject, now)
  const forgive = async () => {
    await Promise.all(buckets.map(({ bucket }) => quota.refund(bucket)))
    if (subject !== null) await uncountAttempt(pool, subject)
  }
  const result = await guess().catch(async (thrown) => {
    // A fault of ours was nobody's guess.
    if (!(thrown instanceof GatewayError)) await forgive()
    throw thrown
  })
  await forgive()
  return result
}
