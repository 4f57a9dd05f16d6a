import type { RequestContext } from './request-context.ts'

/** The turn of a request, which is one of a limited number. */
export interface Turn {
  /** Lets another request have it for the time being. */
  pause(): void
  resume(): void
}

/**
 * Waits for something that only the caller itself can delay. Another request has the turn meanwhile, so
 * that callers which let their own requests wait hold no turns.
 */
export async function waitOutsideTurn<Result>(
  { turn }: RequestContext,
  wait: Promise<Result>,
): Promise<Result> {
  if (!turn) return wait
  let isPaused = false
  // What is there already comes before this.
  const pausing = setImmediate(() => {
    isPaused = true
    turn.pause()
  })
  try {
    return await wait
  } finally {
    clearImmediate(pausing)
    if (isPaused) turn.resume()
  }
}
