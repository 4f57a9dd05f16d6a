import type { Result } from '../use-run.ts'

/** The error code of a request that needs a recent check of the password or second factor. */
const NOT_CONFIRMED = 'recent_sign_in_required'

/** Asks the user to confirm their identity; whether they did. */
type ConfirmHandler = () => Promise<boolean>

let handler: ConfirmHandler | null = null
let pending: Promise<boolean> | null = null

/** Sets the handler; returns a function that removes it. */
export function registerConfirmHandler(newHandler: ConfirmHandler): () => void {
  handler = newHandler
  return () => {
    handler = null
  }
}

/** Whether a confirmation is open, so that a dialog below it stays open. */
export function isConfirming(): boolean {
  return pending !== null
}

/**
 * Sends a request. If the server asks for a recent check, the user confirms their identity and the
 * request is sent once more. Concurrent requests share one confirmation.
 */
export async function sendConfirmed<Body>(
  send: () => Promise<Result<Body>>,
): Promise<Result<Body>> {
  // Read before the button is disabled and loses the focus.
  const focused = document.activeElement
  const result = await send()
  if ('body' in result || result.error.code !== NOT_CONFIRMED || handler === null) return result
  pending ??= handler().finally(() => {
    pending = null
  })
  const confirmed = await pending
  if (focused instanceof HTMLElement) setTimeout(() => restoreFocus(focused))
  return confirmed ? send() : result
}

function restoreFocus(element: HTMLElement): void {
  const { activeElement, body } = document
  if (element.isConnected && (activeElement === null || activeElement === body))
    element.focus({ preventScroll: true })
}
