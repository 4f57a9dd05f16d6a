import type { WebhookEndpoint } from '../../generated/prisma/client.ts'
import type { SentAttempt } from './attempt.ts'
import type { Progress } from './progress.writes.ts'
import { GATHER_MS, RETRY_DELAYS_MS, SLOW_MS } from './webhook-rules.ts'

const GONE = 410

/** The columns of an endpoint that a batch changes beside its place in the feed. */
export type StateAfter = Pick<
  WebhookEndpoint,
  'state' | 'pausedBy' | 'pausedAt' | 'tries' | 'failingSince' | 'nextTryAt'
>

type Ended = Pick<Progress, 'attempts' | 'error' | 'isFull' | 'oldest'>

/** Whether the receiver has answered that it does not exist any more. */
export function hasGone(attempts: readonly SentAttempt[]): boolean {
  return attempts.some(({ status }) => status === GONE)
}

/** The state of an endpoint after these attempts, of which one may have failed by an error of the gateway. A firm may have paused it meanwhile. Then it stays paused. */
export function stateAfter(
  stored: StateAfter,
  { attempts, error, isFull, oldest }: Ended,
  now: Date,
): StateAfter {
  const { state, pausedBy, pausedAt, failingSince } = stored
  if (state === 'paused')
    return { state, pausedBy, pausedAt, tries: 0, failingSince: null, nextTryAt: null }
  const active = { state, pausedBy, pausedAt }
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const hasFailed = error !== null || attempts.some(({ result }) => result !== 'delivered')
  if (!hasFailed) {
    const wait = Math.max(isFull || oldest !== null ? 0 : GATHER_MS, slowness(attempts))
    return { ...active, tries: 0, failingSince: null, nextTryAt: after(wait) }
  }
  const hasDelivered = attempts.some(({ result }) => result === 'delivered')
  const tries = hasDelivered ? 1 : stored.tries + 1
  const failing = { tries, failingSince: failingSince ?? now }
  const delay = RETRY_DELAYS_MS[tries - 1]
  if (delay === undefined || hasGone(attempts))
    return { state: 'paused', pausedBy: 'failures', pausedAt: now, ...failing, nextTryAt: null }
  const wait = Math.max(delay, slowness(attempts), askedWait(attempts))
  return { ...active, ...failing, nextTryAt: after(wait) }
}

// How long a slow receiver made the gateway wait; 0 if it is not slow.
function slowness(attempts: readonly SentAttempt[]): number {
  const slow = attempts.map(({ milliseconds }) => milliseconds).filter((each) => each > SLOW_MS)
  return Math.max(0, ...slow)
}

function askedWait(attempts: readonly SentAttempt[]): number {
  const failed = attempts.filter(({ result }) => result !== 'delivered')
  return Math.max(0, ...failed.map(({ askedWaitMs }) => askedWaitMs))
}
