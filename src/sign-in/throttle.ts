import { type Quota, quotaRefusal } from '../access/quota.ts'
import { GatewayError } from '../errors.ts'

/** Whose tries are counted together, and how many a minute. */
export interface Tries {
  readonly subject: string
  readonly limit: number
}

export const PER_SECRET = 5
export const PER_ADDRESS = 20

/**
 * Lets a guess at a secret through while every subject has tries left, each counted before the
 * guess is looked at; a right one costs nothing. Throws `rate_limit_exceeded`.
 */
export async function limitTries<Result>(
  quota: Quota,
  tries: readonly Tries[],
  now: Date,
  guess: () => Promise<Result>,
): Promise<Result> {
  for (const { subject, limit } of tries) {
    const state = await quota.spend(subject, limit)
    if (state.exceeded) throw quotaRefusal(state, now)
  }
  const result = await guess().catch(async (thrown) => {
    // A fault of ours was nobody's guess.
    if (!(thrown instanceof GatewayError)) await giveBack(quota, tries)
    throw thrown
  })
  await giveBack(quota, tries)
  return result
}

async function giveBack(quota: Quota, tries: readonly Tries[]): Promise<void> {
  await Promise.all(tries.map(({ subject }) => quota.refund(subject)))
}
