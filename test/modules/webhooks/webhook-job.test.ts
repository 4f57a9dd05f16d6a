import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { requestAgain, requestTest } from '../../../src/modules/webhooks/request-attempt.writes.ts'
import { pauseEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { webhookJob } from '../../../src/modules/webhooks/webhook-job.ts'
import { GATHER_MS, LEASE_MS } from '../../../src/modules/webhooks/webhook-rules.ts'
import { expectInOrder, idsOf, newKey, testEndpoint } from './delivery.fixtures.ts'

const setting = testEndpoint()
const { addEntries, addEntriesOf, database, receiver, feed, clock, of, stored } = setting
const { prisma } = database
const stops: (() => Promise<void>)[] = []

afterEach(() => stopJobs())

const stopJobs = () => Promise.all(stops.splice(0).map((stop) => stop()))

// The clock runs: a receiver that took long to answer, as on a loaded machine, gets its next batch later.
function received(): number {
  clock.ms = Date.now()
  return receiver.received.length
}

/** Lets a job look again and again, at the clock of the tests. Returns how to stop it. */
function startJob(): () => Promise<void> {
  const job = webhookJob({ ...setting.parts(), onEnd: () => {} })
  let isOver = false
  const looks = async () => {
    while (!isOver) {
      await job.look(new Date(clock.ms), true)
      await sleep(20)
    }
  }
  const done = looks()
  const stop = async () => {
    isOver = true
    await done
    await job.stop()
  }
  stops.push(stop)
  return stop
}

test('two processes together deliver each entry once to each endpoint, those of a client in order', async () => {
  const keys = [await newKey(prisma), await newKey(prisma)]
  const hooks = []
  for (const keyId of [...keys, ...keys])
    hooks.push({ keyId, ...(await setting.endpointOf(keyId)) })
  const entries = new Map(keys.map((keyId) => [keyId, addEntriesOf(keyId, 120, 6)]))
  startJob()
  startJob()
  await expect.poll(received).toBeGreaterThanOrEqual(480)
  await stopJobs()
  for (const { keyId, path } of hooks)
    expectInOrder(idsOf(setting.receivedAt(path)), entries.get(keyId) ?? [])
})

async function firmWith(count: number) {
  const keyId = await newKey(prisma)
  const hooks: { path: string }[] = []
  while (hooks.length < count) hooks.push(await setting.endpointOf(keyId))
  return { keyId, paths: new Set(hooks.map(({ path }) => path)) }
}

test('a firm has two deliveries at most, whatever number of its endpoints is slow, and others get theirs', async () => {
  const slow = await firmWith(5)
  const other = await newKey(prisma)
  const good = await setting.endpointOf(other)
  const held: ServerResponse[] = []
  receiver.answer = ({ path }, response) => {
    if (slow.paths.has(path)) held.push(response)
    else response.writeHead(204).end()
  }
  addEntriesOf(slow.keyId, 1, 1)
  startJob()
  await expect.poll(() => held.length).toBe(2)
  const entries = addEntriesOf(other, 30, 1)
  await expect.poll(received).toBe(32)
  expect(idsOf(setting.receivedAt(good.path))).toEqual(entries.map(({ id }) => id))
  expect(held).toHaveLength(2)
  // Its other endpoints have their turns.
  receiver.answer = (_received, response) => response.writeHead(204).end()
  for (const response of held) response.writeHead(204).end()
  const reached = () => new Set(receiver.received.map(({ path }) => path))
  await expect.poll(() => [...slow.paths].filter((path) => !reached().has(path))).toEqual([])
})

const attemptOf = (id: string) => prisma.webhookAttempt.findUnique({ where: { id } })

test('an attempt that an admin asks for of a test event is sent, also to an endpoint that is paused', async () => {
  await pauseEndpoint(operator(prisma, new Date(clock.ms)), of.hook.id)
  const id = await requestTest(operator(prisma, new Date(clock.ms)), of.hook.id)
  expect(await attemptOf(id)).toMatchObject({ result: 'waiting', milliseconds: null })
  startJob()
  startJob()
  await expect.poll(async () => (await attemptOf(id))?.result).toBe('delivered')
  const [received, ...more] = receiver.received
  expect(more).toEqual([])
  expect(JSON.parse(received?.body ?? '')).toEqual({
    id: received?.headers['webhook-id'],
    type: 'test',
    at: expect.any(String),
    key_id: of.keyId,
  })
  const counts = () => prisma.webhookCount.findMany({ where: { endpointId: of.hook.id } })
  await expect.poll(counts).toMatchObject([{ result: 'delivered', attempts: 1 }])
})

test('an attempt that an admin asks for again sends the entry with its id, and changes nothing of the deliveries', async () => {
  const [entry] = addEntries(2, 1)
  await setting.deliver(of.hook.id)
  const where = { entryId: entry?.id ?? '' }
  const attempt = await prisma.webhookAttempt.findFirstOrThrow({ where })
  const before = await stored()
  const id = await requestAgain(operator(prisma, new Date(clock.ms)), setting.parts(), attempt)
  startJob()
  await expect.poll(async () => (await attemptOf(id))?.result).toBe('delivered')
  expect(idsOf(receiver.received).filter((each) => each === entry?.id)).toHaveLength(2)
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body)
  expect(await stored()).toEqual(before)
})

test('an attempt that an admin asks for again of an entry that has changed since is refused, or not sent', async () => {
  const [first, second] = addEntries(2, 1)
  if (!first || !second) throw new Error('no entries')
  await setting.deliver(of.hook.id)
  const again = async ({ id }: { id: string }) => {
    const attempt = await prisma.webhookAttempt.findFirstOrThrow({ where: { entryId: id } })
    return requestAgain(operator(prisma, new Date(clock.ms)), setting.parts(), attempt)
  }
  feed.move(of.keyId, first)
  await expect(again(first)).rejects.toMatchObject({ code: 'state_conflict' })
  const asked = await again(second)
  feed.restore()
  startJob()
  await expect.poll(() => attemptOf(asked)).toBeNull()
  expect(receiver.received).toHaveLength(2)
})

test('an attempt that an admin asks for is not sent when its key has ended since', async () => {
  const id = await requestTest(operator(prisma, new Date(clock.ms)), of.hook.id)
  await revokeKey(operator(prisma, new Date(clock.ms)), { keyId: of.keyId })
  startJob()
  await expect.poll(() => attemptOf(id)).toBeNull()
  expect(receiver.received).toEqual([])
})

test('an attempt that an admin asks for beyond five that wait is refused', async () => {
  const ask = () => requestTest(operator(prisma, new Date(clock.ms)), of.hook.id)
  const asked = await Promise.allSettled(Array.from({ length: 8 }, ask))
  const refused = asked.filter((each) => each.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('state_conflict'))
})

// Claims are stored, and places are not.
const FULL = `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE 'no space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER full_disk BEFORE UPDATE ON webhook_endpoints FOR EACH ROW
    WHEN (NEW.position <> OLD.position) EXECUTE FUNCTION full_disk()`

test('what was delivered while the disk was full is stored when it has room, and is not delivered again', async () => {
  const keys = [await newKey(prisma), await newKey(prisma), await newKey(prisma)]
  for (const keyId of keys) await setting.endpointOf(keyId)
  // So few that a slow machine delivers them in one batch: there is no other until its places are stored.
  const entries = keys.flatMap((keyId) => addEntriesOf(keyId, 4, 4))
  await database.pool.query(FULL)
  startJob()
  await expect.poll(received).toBe(12)
  // Longer than the lease, and than the first pauses.
  clock.ms += 2 * LEASE_MS
  await sleep(2_500)
  const late = addEntriesOf(keys[0] ?? '', 1, 1)
  await database.pool.query('DROP FUNCTION full_disk CASCADE')
  const receivedLater = () => {
    clock.ms += GATHER_MS
    return receiver.received.length
  }
  await expect.poll(receivedLater).toBe(13)
  const ids = [...entries, ...late].map(({ id }) => id)
  expect(idsOf(receiver.received).sort()).toEqual(ids.sort())
  const behind = () => prisma.webhookEndpoint.count({ where: { leasedUntil: { not: null } } })
  await expect.poll(behind).toBe(0)
})
