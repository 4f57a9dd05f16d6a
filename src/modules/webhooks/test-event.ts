import type { WebhookEvent } from './attempt.ts'

const TYPE = 'test'

/** An event that tells nothing, with which a receiver can be tried. */
export function testEvent(id: string, keyId: string, at: Date): WebhookEvent {
  const body = JSON.stringify({ id, type: TYPE, at: at.toISOString(), key_id: keyId })
  return { id, type: TYPE, body }
}
