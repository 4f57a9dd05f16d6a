import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../values/durations.ts'

/** A key has at most this number of endpoints, and all keys of a firm together have at most the second number. */
export const MAX_ENDPOINTS = 5
export const MAX_ENDPOINTS_OF_FIRM = 50

/** Of each endpoint this number of attempts is kept, the newest ones. */
export const KEPT_ATTEMPTS = 100

/** For this time after a roll the previous secret signs as well. */
export const OVERLAP_MS = DAY_MS

/** The waits after failed tries. An endpoint whose try after the last wait fails is paused. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
] as const

/** The longest wait that a receiver can ask for with `Retry-After`. */
export const MAX_ASKED_WAIT_MS = DAY_MS

/** A receiver that takes longer than this to answer is slow: it then waits as long as it made the gateway wait. */
export const SLOW_MS = 5 * SECOND_MS

/**
 * For this time one process delivers to an endpoint, and no other. It is longer than a batch: no request is started
 * after `BATCH_MS`, so none after a slow one, and each ends within ten seconds.
 */
export const LEASE_MS = MINUTE_MS
export const BATCH_MS = 2 * SECOND_MS

/**
 * A lease, and the wait of an endpoint without a failed try, or of a requested attempt, end sooner than this, also by a
 * clock that was read a little earlier. One that ends later is from before the clock was set back, and does not count.
 */
export const LONGEST_AHEAD_MS = 2 * LEASE_MS

/** An endpoint that got everything gets the next batch so much later: a claim takes what came meanwhile. */
export const GATHER_MS = SECOND_MS

/** The entries of one batch, and the requests to one endpoint at the same time. */
export const BATCH_SIZE = 50
export const PARALLEL = 8
