/** How a request is repeated. */
export interface RetryOptions {
  /** How often a request is sent at most. Default: 10. */
  readonly attempts?: number
  /** The longest time of one attempt, in seconds. Default: 30. */
  readonly timeoutSeconds?: number
  /** The longest `Retry-After` that is waited for, in seconds. After a longer one the request fails. Default: 120. */
  readonly longestWaitSeconds?: number
}

export const RETRY: Required<RetryOptions> = {
  attempts: 10,
  timeoutSeconds: 30,
  longestWaitSeconds: 120,
}

/** Whether the same request may succeed later. */
export function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** How long to wait before the next attempt, apart from `Retry-After`. The random part keeps programs apart. */
export function backOffSeconds(attempt: number, random: () => number = Math.random): number {
  return Math.min(60, 0.25 * 2 ** attempt) * (0.5 + random() / 2)
}

/** `Retry-After` in seconds: it is a number or a date. 0 if it is neither. */
export function retryAfterSeconds(header: string | null, now: number = Date.now()): number {
  if (header === null) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now) / 1000)
}

/** Waits, and ends at once if the request is aborted. */
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, seconds * 1000)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
