import type { RequestContext } from './request-context.ts'

// A request that takes longer than this, in milliseconds, counts as one that has waited.
const LONG_MS = 1_000

/**
 * Waits. If the wait lasts longer than one turn of the event loop, sets `hasWaited`: a decision that was made before
 * may be outdated.
 */
export async function noteWait<Result>(
  requestContext: RequestContext,
  wait: Promise<Result>,
): Promise<Result> {
  // A result that is available at once arrives before this callback runs.
  const noting = setImmediate(() => {
    requestContext.hasWaited = true
  })
  try {
    return await wait
  } finally {
    clearImmediate(noting)
  }
}

/** Stores the function that reads the credential of the request again. Call it directly after the first read. */
export function remember(requestContext: RequestContext, ask: () => Promise<void>): void {
  requestContext.credential = { ask, askedAt: performance.now() }
}

/**
 * Reads the credential of a request again if the request has waited since the last read. Throws the error that a first
 * read would throw now, or `service_unavailable` if the caller or a grant has other terms than before.
 */
export async function askAgain(requestContext: RequestContext): Promise<void> {
  const { credential } = requestContext
  if (!requestContext.hasWaited || !credential) return
  await credential.ask()
  credential.askedAt = performance.now()
  // If the read throws, `hasWaited` stays true. So later calls read again, and a rejected caller stays rejected.
  requestContext.hasWaited = false
}

/** The same before a response is sent: heavy work, and more than a second since the last read, count as waiting. */
export async function askAgainAtEnd(requestContext: RequestContext): Promise<void> {
  const { credential, heavy } = requestContext
  if (heavy || (credential && performance.now() - credential.askedAt > LONG_MS))
    requestContext.hasWaited = true
  await askAgain(requestContext)
}
