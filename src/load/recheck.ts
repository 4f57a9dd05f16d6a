import type { RequestContext } from './request-context.ts'

// A request that takes longer than this, in milliseconds, counts as one that has waited.
const LONG_MS = 1_000

/**
 * Waits. If the wait lasts longer than one turn of the event loop, calls `onWait` and sets `hasWaited`: a decision that
 * was made before may be outdated.
 */
export async function noteWait<Result>(
  requestContext: RequestContext,
  wait: Promise<Result>,
  onWait = () => {},
): Promise<Result> {
  // A result that is available at once arrives before this callback runs.
  const noting = setImmediate(() => {
    requestContext.hasWaited = true
    onWait()
  })
  try {
    return await wait
  } finally {
    clearImmediate(noting)
  }
}

/** Stores the function that reads the credential of the request again. Call it directly after the first read. */
export function setRecheck(requestContext: RequestContext, recheck: () => Promise<void>): void {
  requestContext.credential = { recheck, checkedAt: performance.now() }
}

/**
 * Reads the credential of a request again if the request has waited since the last read. Throws the error that a first
 * read would throw now, or `service_unavailable` if the caller or a grant has other terms than before.
 * After an error, every later call throws the same error and reads nothing: the caller stays rejected, and one failed
 * credential is counted.
 */
export async function recheckCaller(requestContext: RequestContext): Promise<void> {
  const { credential } = requestContext
  if (!requestContext.hasWaited || !credential) return
  try {
    await credential.recheck()
  } catch (thrown) {
    credential.recheck = () => Promise.reject(thrown)
    throw thrown
  }
  credential.checkedAt = performance.now()
  requestContext.hasWaited = false
}

/** The same before a response is sent: heavy work, and more than a second since the last read, count as waiting. */
export async function recheckCallerAtEnd(requestContext: RequestContext): Promise<void> {
  const { credential, heavy } = requestContext
  if (heavy || (credential && performance.now() - credential.checkedAt > LONG_MS))
    requestContext.hasWaited = true
  await recheckCaller(requestContext)
}
