/** The code of a request that needs a recent check of who is asking. */
export const NOT_CONFIRMED = 'recent_sign_in_required'

/** Asks the person to confirm who they are. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let pending: Promise<boolean> | null = null

/** Registers what asks the person; returns what removes it again. */
export function answerConfirmations(handler: Ask): () => void {
  ask = handler
  return () => {
    ask = null
  }
}

/** Whether the person is being asked, so that a dialog below stays open. */
export function isConfirming(): boolean {
  return pending !== null
}

/**
 * Sends a request. Where it is refused for want of a recent check, the person is asked to confirm
 * who they are, and it is sent once more. Requests that meet share one question.
 */
export async function sendConfirmed<Result>(
  send: () => Promise<Result>,
  codeOf: (result: Result) => string | null,
): Promise<Result> {
  // Read before the button behind it is disabled and loses the focus.
  const focused = document.activeElement
  const result = await send()
  if (codeOf(result) !== NOT_CONFIRMED || ask === null) return result
  pending ??= ask().finally(() => {
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
