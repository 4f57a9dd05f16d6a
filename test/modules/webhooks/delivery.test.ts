import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { feedEntryBody, readFeed, readFeedEnd } from '../../../src/modules/changes/feed.reads.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { claimEndpoints } from '../../../src/modules/webhooks/claim.writes.ts'
import { readDueWebhooks } from '../../../src/modules/webhooks/due.reads.ts'
import { storeProgress } from '../../../src/modules/webhooks/progress.writes.ts'
import { requestAgain, requestTest } from '../../../src/modules/webhooks/request-attempt.writes.ts'
import { sendRequested } from '../../../src/modules/webhooks/requested.writes.ts'
import {
  GATHER_MS,
  LEASE_MS,
  RETRY_DELAYS_MS,
} from '../../../src/modules/webhooks/webhook-rules.ts'
import { reportChanges } from '../../support/feed.ts'
import { clientWith, grantWith } from '../../support/portfolio.ts'
import {
  deliverDue,
  expectInOrder,
  idsOf,
  newKey,
  SENDS,
  testEndpoint,
} from './delivery.fixtures.ts'

const endpoint = testEndpoint()
const { addEntries, answerWith, attempts, clock, database, deliver, endpointOf } = endpoint
const { feed, of, parts, receiver, stored } = endpoint
const { prisma } = database

test('entries from before the endpoint are not sent, and later ones are, in order', async () => {
  const otherKey = await newKey(prisma)
  feed.add(otherKey, 'client of another key')
  const early = feed.add(otherKey, 'early')
  of.hook = await endpointOf(otherKey)
  const entries = ['a', 'a', 'a'].map((client) => feed.add(otherKey, client))
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual(
    entries.map((entry) => JSON.parse(JSON.stringify(feedEntryBody(entry)))),
  )
  expect(receiver.received.map(({ body }) => body).join()).not.toContain(early.id)
})

test('entries are sent to a receiver that fails each second time once and in order', async () => {
  let requests = 0
  const accepted: string[] = []
  receiver.answer = ({ headers }, response) => {
    const isGood = requests++ % 2 === 0
    if (isGood) accepted.push(headers['webhook-id'] ?? '')
    response.writeHead(isGood ? 200 : 500).end()
  }
  const entries = addEntries(70, 5)
  const end = entries.at(-1)?.position
  for (let round = 0; (await stored()).position !== end && round < 200; round++) {
    await deliver(of.hook.id)
    clock.ms += RETRY_DELAYS_MS[0]
  }
  expectInOrder(accepted, entries)
  expect(await stored()).toMatchObject({ state: 'active', ahead: [] })
})

test('entries that moved while they waited are sent in their newer state', async () => {
  answerWith(503)
  const [first, second] = [feed.add(of.keyId, 'a'), feed.add(of.keyId, 'b')]
  await deliver(of.hook.id)
  feed.move(of.keyId, first)
  receiver.received.length = 0
  answerWith(204)
  clock.ms += RETRY_DELAYS_MS[0]
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toHaveLength(2)
  expect(idsOf(receiver.received)[0]).toBe(second.id)
  expect(idsOf(receiver.received)).not.toContain(first.id)
})

test('an entry that moved tells what the receiver has not got yet, also when it is sent again', async () => {
  const real = { ...parts(), feed: { read: readFeed, readEnd: readFeedEnd } }
  const clients = [await clientWith(database, []), await clientWith(database, [])]
  const [first] = await Promise.all(clients.map((each) => grantWith(database, of.keyId, each)))
  await reportChanges(database.serving)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await updateGrant(operator(prisma), { grantId: first?.id ?? '', expiresAt })
  await reportChanges(database.serving)
  receiver.answer = ({ body }, response) =>
    response.writeHead(body.includes(clients[0] ?? '') ? 500 : 204).end()
  await deliver(of.hook.id, real)
  answerWith(204)
  clock.ms += RETRY_DELAYS_MS[0]
  await deliver(of.hook.id, real)
  const bodies = receiver.received
    .map(({ body }) => body)
    .filter((body) => body.includes(clients[0] ?? ''))
  expect(bodies).toEqual([bodies[0], bodies[0]])
  expect(bodies[0]).toContain('grant.given')
  const attempt = await prisma.webhookAttempt.findFirstOrThrow({ where: { position: 3n } })
  const id = await requestAgain(operator(prisma, new Date(clock.ms)), real, attempt)
  await sendRequested(real, id, SENDS)
  expect(receiver.received.at(-1)?.body).toBe(bodies[0])
})

test('entries of a new generation are sent from its begin', async () => {
  addEntries(3, 1)
  await deliver(of.hook.id)
  receiver.received.length = 0
  clock.ms += GATHER_MS
  feed.restore()
  const entries = addEntries(2, 1)
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
  expect(await stored()).toMatchObject({ generation: 'second', position: 2n })
})

test('a process that ends in the middle repeats what it had sent, and nothing is lost or out of order', async () => {
  const entries = addEntries(40, 4)
  const kill = new AbortController()
  receiver.answer = (_received, response) => {
    if (receiver.received.length === 15) kill.abort()
    response.writeHead(204).end()
  }
  // Its progress is not stored, as after a kill.
  const now = async () => {
    if (kill.signal.aborted) throw new Error('killed')
    return new Date(clock.ms)
  }
  await expect(deliverDue({ ...parts(), now }, of.hook.id, kill.signal)).rejects.toThrow('killed')
  const sentBefore = new Set(idsOf(receiver.received))
  // Until the end of its lease no other process sends.
  await deliver(of.hook.id)
  clock.ms += LEASE_MS - 1
  await deliver(of.hook.id)
  expect(new Set(idsOf(receiver.received))).toEqual(sentBefore)
  clock.ms += 1
  receiver.received.length = 0
  await deliver(of.hook.id)
  expectInOrder(idsOf(receiver.received), entries)
})

test('an endpoint does not wait for an instant of a clock that was set back: for its next try, the end of a lease, or a test', async () => {
  const ahead = new Date(clock.ms + 7_200_000)
  const received = []
  // One whose receiver fails waits.
  for (const changed of [{ tries: 0 }, { leasedUntil: ahead }, { tries: 1 }]) {
    addEntries(1, 1)
    await prisma.webhookEndpoint.updateMany({ data: { nextTryAt: ahead, ...changed } })
    const due = await readDueWebhooks(database.pool, new Date(clock.ms))
    await deliver(of.hook.id)
    received.push(`${due.length} due, ${receiver.received.length} got`)
  }
  const id = await requestTest(operator(prisma, ahead), of.hook.id)
  const due = await readDueWebhooks(database.pool, new Date(clock.ms))
  received.push(`${due.length} due, ${await sendRequested(parts(), id, SENDS)}`)
  expect(received).toEqual(['1 due, 1 got', '1 due, 2 got', '0 due, 2 got', '1 due, done'])
})

test('a process that ends in the middle stores what it has delivered where it is told to stop', async () => {
  const entries = addEntries(20, 1)
  const stop = new AbortController()
  receiver.answer = (_received, response) => {
    if (receiver.received.length === 7) stop.abort()
    else response.writeHead(204).end()
  }
  await deliverDue(parts(), of.hook.id, stop.signal)
  expect(await stored()).toMatchObject({
    position: entries[5]?.position,
    tries: 0,
    leasedUntil: null,
  })
  expect(await attempts()).toHaveLength(6)
  receiver.received.length = 0
  answerWith(204)
  await deliver(of.hook.id)
  expect(idsOf(receiver.received)).toEqual(entries.slice(6).map(({ id }) => id))
})

test('a process that comes too late stores no progress over that of the process after it', async () => {
  const [first, second] = addEntries(2, 1)
  const [late] = await claimEndpoints(database.serving.prisma, [of.hook.id], new Date(clock.ms))
  if (!late || !first || !second) throw new Error('nothing is due')
  clock.ms += LEASE_MS
  await deliver(of.hook.id)
  const place = { generation: 'first', position: first.position, base: 0n, ahead: [] }
  const progress = { place, attempts: [], oldest: null, isFull: false, error: null }
  const before = await stored()
  await storeProgress(parts(), [{ claimed: late, progress }])
  expect(await stored()).toEqual(before)
  expect(before.position).toBe(second.position)
})

test('attempts have status, result and time, and nothing of the answer', async () => {
  receiver.answer = (_received, response) =>
    response.writeHead(418, { 'x-answer': 'secret words' }).end('secret words')
  const [entry] = addEntries(1, 1)
  await deliver(of.hook.id)
  const [attempt] = await attempts()
  expect(attempt).toMatchObject({
    entryId: entry?.id,
    type: 'portfolio.changed',
    result: 'rejected',
    status: 418,
    dueAt: null,
    generation: 'first',
    position: entry?.position,
    milliseconds: expect.any(Number),
  })
  const text = `${JSON.stringify(attempt, (_, value) => String(value))}${JSON.stringify(Object.values(attempt ?? {}).map(String))}`
  expect(text).not.toContain('secret words')
})

test('attempts are kept for the newest 100 until now, and all are counted by day and result', async () => {
  addEntries(130, 3)
  await deliver(of.hook.id)
  const kept = await attempts()
  expect(kept).toHaveLength(100)
  expect(receiver.received).toHaveLength(130)
  answerWith(500)
  addEntries(1, 1)
  await prisma.webhookAttempt.updateMany({ data: { at: new Date(clock.ms + 7_200_000) } })
  clock.ms += GATHER_MS
  await deliver(of.hook.id)
  expect((await attempts()).map(({ result }) => result)).toContain('rejected')
  const day = new Date(Math.floor(clock.ms / 86_400_000) * 86_400_000)
  const counts = await prisma.webhookCount.findMany({
    where: { endpointId: of.hook.id },
    orderBy: { attempts: 'asc' },
  })
  expect(counts).toEqual([
    { endpointId: of.hook.id, day, result: 'rejected', attempts: 1 },
    { endpointId: of.hook.id, day, result: 'delivered', attempts: 130 },
  ])
})

test('attempts to an endpoint that is deleted meanwhile are not stored', async () => {
  addEntries(2, 1)
  receiver.answer = async (_received, response) => {
    await prisma.webhookEndpoint.deleteMany({ where: { id: of.hook.id } })
    response.writeHead(204).end()
  }
  expect(await deliverDue(parts(), of.hook.id)).toBe('done')
  expect(await attempts()).toEqual([])
})
