/**
 * The outcome of a try. `given_up`: it failed and was the last one. `failed`: another try follows. `dropped`: the mail
 * is no longer useful, and is not sent.
 */
export const MAIL_OUTCOMES = ['sent', 'failed', 'given_up', 'dropped'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

type Listener = (outcome: MailOutcome) => void

const listeners = new Set<Listener>()

/** Calls the listener with the outcome of each try of this process. Returns the function that removes the listener. */
export function onMail(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function reportMail(outcome: MailOutcome): void {
  for (const listener of listeners) listener(outcome)
}
