import { Webhook } from 'standardwebhooks'

const USER_AGENT = 'Orangery-Webhooks/1'

/** An event with the text of its body. */
interface SignedEvent {
  readonly id: string
  readonly body: string
}

/** The headers of an event, after Standard Webhooks 1.0: one signature for each secret. */
export function signedHeaders(
  { id, body }: SignedEvent,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
