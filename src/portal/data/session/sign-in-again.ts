import { redirectToSignIn } from './sign-in-redirect.ts'

/** Lets the person sign in over the page; whether they did. Null: nothing on the page would be lost. */
type SignInHandler = () => Promise<boolean> | null

let handler: SignInHandler | null = null
let pending: Promise<boolean> | null = null

/** Sets the handler; returns a function that removes it. */
export function registerSignInHandler(newHandler: SignInHandler): () => void {
  handler = newHandler
  return () => {
    handler = null
  }
}

/** Whether sign-in is open over the page, so that a dialog below it stays open. */
export function isSigningIn(): boolean {
  return pending !== null
}

/**
 * After the session has ended: the person signs in over the page if it holds what they typed, else the sign-in page
 * opens. `code` is that of the error. Concurrent requests share one sign-in. Returns whether the same person is signed
 * in again, so that the request can be sent once more.
 */
export async function signInAgain(code: string): Promise<boolean> {
  pending ??= handler?.() ?? null
  if (!pending) {
    redirectToSignIn(code)
    return false
  }
  const shared = pending
  return shared.finally(() => {
    if (pending === shared) pending = null
  })
}
