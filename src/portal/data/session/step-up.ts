import type { Result } from '../use-run.ts'
import { createQuestion } from './question.ts'
import { SIGN_IN, signInAgain } from './sign-in-again.ts'
import { isSessionEnded } from './sign-in-redirect.ts'

const NOT_CONFIRMED = 'recent_sign_in_required'

/** Whether the person confirms who they are. */
export const CONFIRMATION = createQuestion()

/** Whether a confirmation or a new sign-in is open, so that a dialog below it stays open. */
export function isConfirming(): boolean {
  return CONFIRMATION.isOpen() || SIGN_IN.isOpen()
}

/**
 * Sends a request. If the server asks for a recent check, or the session has ended, the user confirms their identity
 * or signs in, and the request is sent once more.
 */
export async function sendConfirmed<Body>(
  send: () => Promise<Result<Body>>,
): Promise<Result<Body>> {
  // Read before the button is disabled and loses the focus.
  const focused = document.activeElement
  const result = await send()
  if ('body' in result) return result
  const confirmation = askFor(result.error.code)
  if (!confirmation) return result
  const last = (await confirmation) ? await send() : result
  // The button is disabled until the last answer.
  if (focused instanceof HTMLElement) setTimeout(() => restoreFocus(focused))
  return last
}

function askFor(code: string): Promise<boolean> | null {
  if (isSessionEnded(code)) return signInAgain(code)
  return code === NOT_CONFIRMED ? CONFIRMATION.ask() : null
}

function restoreFocus(element: HTMLElement): void {
  const { activeElement, body } = document
  if (element.isConnected && (activeElement === null || activeElement === body))
    element.focus({ preventScroll: true })
}
