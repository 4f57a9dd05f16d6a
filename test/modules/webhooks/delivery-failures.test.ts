import { expect, test } from 'vitest'
import { measured } from '../../../src/measured.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { readFeed, readFeedEnd } from '../../../src/modules/changes/feed.reads.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { requestTest } from '../../../src/modules/webhooks/request-attempt.writes.ts'
import { sendRequested } from '../../../src/modules/webhooks/requested.writes.ts'
import { sealSecret } from '../../../src/modules/webhooks/signing.ts'
import {
  pauseEndpoint,
  resumeEndpoint,
  rollEndpoint,
} from '../../../src/modules/webhooks/webhook.writes.ts'
import { GATHER_MS, RETRY_DELAYS_MS } from '../../../src/modules/webhooks/webhook-rules.ts'
import { reportChanges } from '../../support/feed.ts'
import { deriveSecret } from '../../support/gateway.ts'
import { keptMails, sendMails } from '../../support/mails.ts'
import { clientWith, grantWith } from '../../support/portfolio.ts'
import { enterpriseFirm, keyOf, someone } from '../fixtures.ts'
import { deliverDue, idsOf, SEAL_KEY, SENDS, testEndpoint } from './delivery.fixtures.ts'

const endpoint = testEndpoint()
const { addEntries, answerWith, clock, database, deliver, of, parts, receiver, stored } = endpoint
const { endpointOf, feed } = endpoint
const { prisma } = database

async function sentMails() {
  const { mails, mailer } = keptMails()
  await sendMails(database.serving, mailer, () => new Date(clock.ms))
  return mails
}

test('a receiver that is down is tried after growing delays, then the endpoint is paused and the admins get a mail', async () => {
  const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: of.keyId } })
  const admin = await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
  await addMember(operator(prisma), { ...someone(), firmId, role: 'developer' })
  let paused = 0
  const stop = measured.listen({ webhookPaused: () => void paused++ })
  answerWith(503)
  const entries = addEntries(3, 1)
  const since = new Date(clock.ms)
  for (const [tries, delay] of RETRY_DELAYS_MS.entries()) {
    await deliver(of.hook.id)
    expect(await stored()).toMatchObject({
      state: 'active',
      tries: tries + 1,
      failingSince: since,
      nextTryAt: new Date(clock.ms + delay),
      behindSince: entries[0]?.at,
    })
    clock.ms += delay - 1
    await deliver(of.hook.id)
    expect(receiver.received).toHaveLength(tries + 1)
    clock.ms += 1
  }
  // The last of these finds it paused.
  for (const _ of [1, 2]) await deliver(of.hook.id)
  stop()
  expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'failures', nextTryAt: null })
  expect([receiver.received.length, paused]).toEqual([10, 1])
  const mails = await sentMails()
  expect(mails.map(({ to }) => to)).toEqual([admin.email])
  expect(await prisma.mail.count({ where: { kind: 'webhook_paused', firmId } })).toBe(1)
  expect(mails[0]?.text).toContain(
    `https://gateway.example.com/firms/${firmId}/webhooks?key=${of.keyId}`,
  )
  expect(mails[0]?.text).not.toContain(of.hook.path)
  // Nothing is lost.
  receiver.received.length = 0
  answerWith(204)
  await resumeEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
})

test('an endpoint whose secret cannot be opened is tried after growing delays, then paused with a mail, of a sandbox key to developers too; a new secret repairs it', async () => {
  const firmId = await enterpriseFirm(prisma)
  of.keyId = (await keyOf(prisma, { firmId, environment: 'sandbox' })).id
  of.hook = await endpointOf(of.keyId)
  await addMember(operator(prisma), { ...someone(), firmId, role: 'developer' })
  const sealedSecret = sealSecret('whsec_', of.hook.id, deriveSecret('cursors'))
  await prisma.webhookEndpoint.updateMany({ where: { id: of.hook.id }, data: { sealedSecret } })
  const entries = addEntries(2, 1)
  for (const [tries, delay] of RETRY_DELAYS_MS.entries()) {
    expect(await deliverDue(parts(), of.hook.id)).toBe('failed')
    expect(await stored()).toMatchObject({
      tries: tries + 1,
      nextTryAt: new Date(clock.ms + delay),
    })
    clock.ms += delay
  }
  await deliver(of.hook.id)
  expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'failures' })
  expect((await sentMails())[0]?.text).toContain('the gateway cannot send the events of a webhook')
  await rollEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id, { sealKey: SEAL_KEY })
  await resumeEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
})

test('a test that was asked for while the secret cannot be opened fails once, and is not due again', async () => {
  const sealedSecret = sealSecret('whsec_', of.hook.id, deriveSecret('cursors'))
  await prisma.webhookEndpoint.updateMany({ where: { id: of.hook.id }, data: { sealedSecret } })
  const id = await requestTest(operator(prisma, new Date(clock.ms)), of.hook.id)
  await expect(sendRequested(parts(), id, SENDS)).rejects.toThrow()
  expect(await prisma.webhookAttempt.count({ where: { id } })).toBe(0)
})

test('a receiver that is resumed before the mail was sent gets none', async () => {
  const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: of.keyId } })
  await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
  answerWith(503)
  addEntries(1, 1)
  for (let tries = 0; tries <= RETRY_DELAYS_MS.length; tries++) {
    await deliver(of.hook.id)
    clock.ms += RETRY_DELAYS_MS[tries] ?? 0
  }
  await resumeEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
  expect(await sentMails()).toEqual([])
  expect(
    await prisma.mail.groupBy({ by: ['state'], where: { kind: 'webhook_paused' } }),
  ).toContainEqual({ state: 'dropped' })
})

const answer = (status: number, retryAfter: string) => {
  receiver.answer = (_received, response) =>
    response.writeHead(status, { 'retry-after': retryAfter }).end()
}
const waited = async () => (await stored()).nextTryAt?.getTime()

test('a receiver that says when to try again is not asked before, also by a date, for a day at most', async () => {
  addEntries(1, 1)
  answer(503, '90')
  await deliver(of.hook.id)
  expect(await waited()).toBe(clock.ms + 90_000)
  clock.ms += 89_999
  await deliver(of.hook.id)
  expect(receiver.received).toHaveLength(1)
  clock.ms += 1
  const at = new Date(Math.ceil(clock.ms / 1_000) * 1_000 + 600_000)
  answer(429, at.toUTCString())
  await deliver(of.hook.id)
  // The wait counts from the storing of the attempt.
  const wait = ((await waited()) ?? 0) - at.getTime()
  expect(Math.abs(wait)).toBeLessThan(10_000)
  clock.ms += 700_000
  answer(503, '99999999')
  await deliver(of.hook.id)
  expect(await waited()).toBe(clock.ms + 24 * 3_600_000)
})

test('a receiver that asks for less than the usual wait gets that, and one who takes the event does not wait', async () => {
  for (const retryAfter of ['1', 'soon', '-5', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
    const hook = await endpointOf(of.keyId)
    addEntries(1, 1)
    answer(503, retryAfter)
    await deliver(hook.id)
    const { nextTryAt } = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: hook.id } })
    expect(nextTryAt?.getTime(), retryAfter).toBe(clock.ms + RETRY_DELAYS_MS[0])
  }
  answer(200, '90')
  await deliver(of.hook.id)
  expect(await waited()).toBe(clock.ms + GATHER_MS)
})

test('a receiver that answers 410 is paused at once, and the admins get a mail', async () => {
  const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: of.keyId } })
  await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
  answerWith(410)
  addEntries(1, 1)
  await deliver(of.hook.id)
  expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'failures', tries: 1 })
  const [mail, ...more] = await sentMails()
  expect(more).toEqual([])
  expect(mail?.text).toContain('has answered with 410 (Gone), and was paused')
})

test('an endpoint that is paused while a batch is sent keeps its progress and stays paused', async () => {
  const entries = addEntries(3, 1)
  receiver.answer = async (_received, response) => {
    await pauseEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
    response.writeHead(204).end()
  }
  await deliver(of.hook.id)
  expect(await stored()).toMatchObject({
    state: 'paused',
    pausedBy: 'operator',
    position: entries[2]?.position,
  })
  await resumeEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
  await deliver(of.hook.id)
  expect(receiver.received).toHaveLength(3)
})

test('an endpoint that is paused and resumed while a batch is sent gets nothing twice', async () => {
  const entries = addEntries(3, 1)
  const second: Promise<void>[] = []
  receiver.answer = async (_received, response) => {
    if (second.length === 0) {
      await pauseEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
      await resumeEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
      second.push(deliver(of.hook.id))
    }
    response.writeHead(204).end()
  }
  await deliver(of.hook.id)
  await Promise.all(second)
  expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
})

test('a key that has ended waits until its feed has the ends of its grants', async () => {
  const real = { ...parts(), feed: { read: readFeed, readEnd: readFeedEnd } }
  await grantWith(database, of.keyId, await clientWith(database, []))
  await reportChanges(database.serving)
  await deliver(of.hook.id, real)
  await revokeKey(operator(prisma), { keyId: of.keyId })
  clock.ms += GATHER_MS
  await deliver(of.hook.id, real)
  expect(await stored()).toMatchObject({ state: 'active' })
  await reportChanges(database.serving)
  clock.ms += GATHER_MS
  await deliver(of.hook.id, real)
  const types = receiver.received.map(({ body }) => JSON.parse(body).type)
  expect(types).toEqual(['grant.given', 'grant.ended'])
})

const expiryNow = { data: { expiresAt: new Date(0) } }
test.each([
  ['revocation', (keyId: string) => revokeKey(operator(prisma), { keyId })],
  ['expiry', (id: string) => prisma.apiKey.updateMany({ where: { id }, ...expiryNow })],
])('a key that has ended by %s still tells which grants ended, and then nothing', async (_, end) => {
  addEntries(2, 2)
  await end(of.keyId)
  const ended = feed.add(of.keyId, 'client 0', 'grant.ended')
  feed.add(of.keyId, 'client 1')
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual([ended.id])
  clock.ms += GATHER_MS
  await deliver(of.hook.id)
  expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'key' })
  await expect(
    resumeEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id),
  ).rejects.toMatchObject({ code: 'state_conflict' })
})
