import { noteWait } from './recheck.ts'
import type { RequestContext } from './request-context.ts'

/** The turn of a request. The number of turns is limited. */
export interface Turn {
  /** Gives the turn to another request until `resume`. */
  pause(): void
  /** Resolves when the request has its turn again. Rejects with `service_unavailable` if it has waited too long. */
  resume(): Promise<void>
}

/**
 * Waits for something that only the caller itself can delay. Another request gets the turn meanwhile, so that a caller
 * cannot hold turns by making its own requests wait.
 */
export async function waitOutsideTurn<Result>(
  requestContext: RequestContext,
  wait: Promise<Result>,
): Promise<Result> {
  const { turn } = requestContext
  if (!turn) return noteWait(requestContext, wait)
  let isPaused = false
  // A result that is available at once arrives before this callback runs.
  const pausing = setImmediate(() => {
    isPaused = true
    turn.pause()
  })
  try {
    return await noteWait(requestContext, wait)
  } finally {
    clearImmediate(pausing)
    if (isPaused) await turn.resume()
  }
}
