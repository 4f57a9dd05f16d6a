import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import {
  createSigningSecret,
  openSecret,
  sealSecret,
  signedHeaders,
} from '../../../src/modules/webhooks/signing.ts'
import { rollEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { GATHER_MS, OVERLAP_MS } from '../../../src/modules/webhooks/webhook-rules.ts'
import type { Received } from '../../support/receiver.ts'
import { SEAL_KEY, testEndpoint } from './delivery.fixtures.ts'

const { database, receiver, feed, clock, deliver, of, endpointOf, stored } = testEndpoint()
const { prisma } = database

/** Whether the reference library takes a request for one that was signed with the secret. */
function isAccepted({ headers, body }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

async function deliverOne(): Promise<Received> {
  receiver.received.length = 0
  feed.add(of.keyId, 'client')
  clock.ms += GATHER_MS
  await deliver(of.hook.id)
  const [received] = receiver.received
  if (!received) throw new Error('nothing was sent')
  return received
}

const roll = () =>
  rollEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id, { sealKey: SEAL_KEY })

test('a signature is accepted by the reference library with the secret that was shown, and with no other', async () => {
  const { hook } = of
  const other = await endpointOf(of.keyId)
  const received = await deliverOne()
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const secrets = [hook.secret, other.secret, createSigningSecret()]
  expect(secrets.map((secret) => isAccepted(received, secret))).toEqual([true, false, false])
  expect(isAccepted({ ...received, body: `${received.body} ` }, hook.secret)).toBe(false)
  const earlier = String(Math.floor(clock.ms / 1000) - 1)
  const moved = { ...received.headers, 'webhook-timestamp': earlier }
  expect(isAccepted({ ...received, headers: moved }, hook.secret)).toBe(false)
})

test('a signature is by both secrets for a day after a roll, then by the new one alone', async () => {
  const secrets = [of.hook.secret, (await roll()).secret]
  const inOverlap = await deliverOne()
  expect(secrets.map((secret) => isAccepted(inOverlap, secret))).toEqual([true, true])
  await prisma.webhookEndpoint.updateMany({ data: { previousUntil: new Date(clock.ms) } })
  const after = await deliverOne()
  expect(secrets.map((secret) => isAccepted(after, secret))).toEqual([false, true])
})

test('a signature of the secret before the last but one ends at once', async () => {
  const secrets = [of.hook.secret, (await roll()).secret, (await roll()).secret]
  const received = await deliverOne()
  expect(secrets.map((secret) => isAccepted(received, secret))).toEqual([false, true, true])
  expect((await stored()).previousUntil).toEqual(new Date(clock.ms - GATHER_MS + OVERLAP_MS))
})

test('a signature is of the bytes of the body, whatever its characters', () => {
  const secret = createSigningSecret()
  for (const body of ['{}', '{"reference":"ä € 😀 \\ud800"}', '{"reference":"\u2028\\""}']) {
    const headers = signedHeaders({ id: 'event_1', body }, [secret], new Date())
    expect(isAccepted({ path: '', headers, body }, secret), body).toBe(true)
  }
})

test('a stored secret is encrypted, each time in another way', async () => {
  await roll()
  const { rows } = await database.pool.query('SELECT * FROM webhook_endpoints')
  expect(JSON.stringify(rows)).not.toContain(of.hook.secret.slice(6, 20))
  const secret = createSigningSecret()
  expect(sealSecret(secret, 'a', SEAL_KEY)).not.toBe(sealSecret(secret, 'a', SEAL_KEY))
})

test('a stored secret is opened with its key, for its endpoint and as it was stored alone', () => {
  const secret = createSigningSecret()
  const sealed = sealSecret(secret, 'endpoint_a', SEAL_KEY)
  expect(openSecret(sealed, 'endpoint_a', SEAL_KEY)).toBe(secret)
  const otherKey = Buffer.alloc(32).toString('base64url')
  expect(() => openSecret(sealed, 'endpoint_b', SEAL_KEY)).toThrow()
  expect(() => openSecret(sealed, 'endpoint_a', otherKey)).toThrow()
  const otherFirst = sealed.startsWith('A') ? 'B' : 'A'
  for (const changed of ['', sealed.slice(1), sealed.slice(0, -2), otherFirst + sealed.slice(1)])
    expect(() => openSecret(changed, 'endpoint_a', SEAL_KEY), changed).toThrow()
})
