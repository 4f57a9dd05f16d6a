import { Webhook } from 'standardwebhooks'

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`

/** The headers, with what the pattern finds in their names in capitals. */
const renamed = (headers: Record<string, string>, found: RegExp) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(found, (part) => part.toUpperCase()),
      value,
    ]),
  )

/** Webhooks, good and bad, as the library of Standard Webhooks signs them, and what a package says of each. */
export function webhookCases() {
  const [secret, other] = [secretOf('a'), secretOf('b')]
  const now = 1_795_723_200
  const body = '{"id":"change_1","type":"grant.ended","at":"2026-11-26T20:00:00.000Z","né":"é"}'
  const sign = (by: string, at = now, text = body) =>
    new Webhook(by).sign('change_1', new Date(at * 1000), text)
  const headersOf = (signature: string, at = now) => ({
    'webhook-id': 'change_1',
    'webhook-timestamp': String(at),
    'webhook-signature': signature,
  })
  const good = headersOf(sign(secret))
  const bytes = (text: string) => Buffer.from(text).toString('base64')
  const wrong = 'WebhookError: The signature is wrong.'
  const old = 'WebhookError: The timestamp is more than five minutes from this clock.'
  const missing = 'WebhookError: A header of the signature is missing.'
  const noEvent = 'WebhookError: The body is not an event.'
  const badSecret = 'WebhookError: the first argument takes the secret of the endpoint: whsec_…'
  const at = (seconds: number) => headersOf(sign(secret, now + seconds), now + seconds)
  const of = (headers: object, expected: string, text = body, by = secret) => {
    return { secret: by, headers, body: bytes(text), now, expected }
  }
  return [
    of(good, 'grant.ended'),
    of(headersOf(`${sign(other)} ${sign(secret)}`), 'grant.ended'),
    of(at(-300), 'grant.ended'),
    of(at(300), 'grant.ended'),
    of(at(-301), old),
    of(at(301), old),
    of(headersOf(sign(other)), wrong),
    of(headersOf('v1,'), wrong),
    of(headersOf(sign(secret).replace('v1', 'v1a')), wrong),
    of(good, wrong, body.replace('ended', 'given')),
    of({ ...good, 'webhook-id': 'change_2' }, wrong),
    of({ ...good, 'webhook-timestamp': String(now + 1) }, wrong),
    of({ ...good, 'webhook-timestamp': '' }, missing),
    of({ ...good, 'webhook-timestamp': `${now}.0` }, old),
    of({ ...good, 'webhook-timestamp': `+${now}` }, old),
    of({}, missing),
    of(renamed(good, /^.*$/), 'grant.ended'),
    of(renamed(good, /\b[a-z]/g), 'grant.ended'),
    of(headersOf(sign(secret, now, '[1]')), noEvent, '[1]'),
    of(headersOf(sign(secret, now, 'x')), noEvent, 'x'),
    of(good, 'grant.ended', body, secret.replace('=', '')),
    of(headersOf('\udcff'), wrong),
    of({ ...good, 'webhook-id': '\udcff' }, wrong),
    of(good, badSecret, body, secret.slice(0, -3)),
    of(good, badSecret, body, 'secret'),
    of(good, badSecret, body, ''),
  ]
}
