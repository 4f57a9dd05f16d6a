import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import type { DeliveryParts } from '../../../src/modules/webhooks/delivery.ts'
import { webhookOutcomes } from '../../../src/modules/webhooks/outcomes.ts'
import { requestAgain, requestTest } from '../../../src/modules/webhooks/request-attempt.writes.ts'
import { pauseEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { WebhookJob } from '../../../src/modules/webhooks/webhook-job.ts'
import { byClient, idsOf, newKey, testSetting } from './delivery.fixtures.ts'

const setting = testSetting()
const { database, receiver, feed, clock } = setting
const { prisma } = database
let jobs: WebhookJob[] = []

beforeEach(() => {
  jobs = []
})
afterEach(() => Promise.all(jobs.map((job) => job.stop())))

function startJob(parts: Partial<DeliveryParts> = {}): WebhookJob {
  const job = new WebhookJob({ ...setting.parts(), ...parts })
  jobs.push(job)
  job.start()
  return job
}

const addEntries = (keyId: string, count: number, clients: number) =>
  Array.from({ length: count }, (_, i) => feed.add(keyId, `client ${i % clients}`))

describe('two processes', () => {
  test('together deliver each entry once to each endpoint, those of a client in order', async () => {
    const keys = [await newKey(prisma), await newKey(prisma)]
    const hooks = []
    for (const keyId of [...keys, ...keys])
      hooks.push({ keyId, ...(await setting.endpointOf(keyId)) })
    const entries = new Map(keys.map((keyId) => [keyId, addEntries(keyId, 120, 6)]))
    startJob()
    startJob()
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(480)
    await Promise.all(jobs.map((job) => job.stop()))
    for (const { keyId, path } of hooks) {
      const sent = entries.get(keyId) ?? []
      const ids = sent.map(({ id }) => id)
      const received = idsOf(setting.receivedAt(path))
      expect(byClient(sent, received)).toEqual(byClient(sent, ids))
    }
  })
})

describe('a receiver that never answers', () => {
  test('delays no other', async () => {
    const keyId = await newKey(prisma)
    const [slow, good] = [await setting.endpointOf(keyId), await setting.endpointOf(keyId)]
    const held: (() => void)[] = []
    receiver.answer = ({ path }, response) => {
      if (path === slow.path) held.push(() => response.destroy())
      else response.writeHead(204).end()
    }
    const entries = addEntries(keyId, 60, 3)
    startJob()
    await expect.poll(() => setting.receivedAt(good.path).length).toBe(60)
    // Its first requests still wait for an answer.
    expect(held).toHaveLength(3)
    expect(byClient(entries, idsOf(setting.receivedAt(good.path)))).toEqual(
      byClient(
        entries,
        entries.map(({ id }) => id),
      ),
    )
    for (const end of held) end()
  })
})

describe('a stop', () => {
  test('ends soon, and the next process sends the rest once', async () => {
    const keyId = await newKey(prisma)
    const { path } = await setting.endpointOf(keyId)
    const entries = addEntries(keyId, 30, 1)
    let isHanging = true
    receiver.answer = (_received, response) => {
      if (receiver.received.length > 5 && isHanging) return
      response.writeHead(204).end()
    }
    const first = startJob()
    await expect.poll(() => receiver.received.length).toBe(6)
    await first.stop()
    isHanging = false
    receiver.received.length = 0
    startJob()
    await expect.poll(() => receiver.received.length).toBe(25)
    expect(idsOf(setting.receivedAt(path))).toEqual(entries.slice(5).map(({ id }) => id))
  })
})

test('an outage of the database is logged', async () => {
  const lines: string[] = []
  const now = () => Promise.reject(new Error('gone'))
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  startJob({ now, log })
  await expect.poll(() => lines).toEqual(['due webhooks were not read'])
})

describe('an attempt that an admin asks for', () => {
  const attemptOf = (id: string) => prisma.webhookAttempt.findUnique({ where: { id } })

  test('of a test event is sent, also to an endpoint that is paused', async () => {
    const keyId = await newKey(prisma)
    const hook = await setting.endpointOf(keyId)
    await pauseEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
    const id = await requestTest(prisma, OPERATOR, hook.id, new Date(clock.ms))
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
      key_id: keyId,
    })
    const counts = () => prisma.webhookCount.findMany({ where: { endpointId: hook.id } })
    await expect.poll(counts).toMatchObject([{ result: 'delivered', attempts: 1 }])
  })

  test('again sends the entry with its id, and changes nothing of the deliveries', async () => {
    const keyId = await newKey(prisma)
    const hook = await setting.endpointOf(keyId)
    const [entry] = addEntries(keyId, 2, 1)
    await setting.deliver(hook.id)
    const attempt = await prisma.webhookAttempt.findFirstOrThrow({
      where: { entryId: entry?.id ?? '' },
    })
    const before = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: hook.id } })
    const id = await requestAgain(setting.parts(), OPERATOR, attempt, new Date(clock.ms))
    startJob()
    await expect.poll(async () => (await attemptOf(id))?.result).toBe('delivered')
    expect(idsOf(receiver.received).filter((each) => each === entry?.id)).toHaveLength(2)
    expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body)
    expect(await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: hook.id } })).toEqual(
      before,
    )
  })

  test('again of an entry that has changed since is refused, or not sent', async () => {
    const keyId = await newKey(prisma)
    const hook = await setting.endpointOf(keyId)
    const [first, second] = addEntries(keyId, 2, 1)
    if (!first || !second) throw new Error('no entries')
    await setting.deliver(hook.id)
    const again = async ({ id }: { id: string }) => {
      const attempt = await prisma.webhookAttempt.findFirstOrThrow({ where: { entryId: id } })
      return requestAgain(setting.parts(), OPERATOR, attempt, new Date(clock.ms))
    }
    feed.move(keyId, first)
    await expect(again(first)).rejects.toMatchObject({ code: 'state_conflict' })
    const asked = await again(second)
    feed.restore()
    startJob()
    await expect.poll(() => attemptOf(asked)).toBeNull()
    expect(receiver.received).toHaveLength(2)
  })

  test('beyond five that wait is refused', async () => {
    const { id } = await setting.endpointOf(await newKey(prisma))
    const ask = () => requestTest(prisma, OPERATOR, id, new Date(clock.ms))
    const asked = await Promise.allSettled(Array.from({ length: 8 }, ask))
    const refused = asked.filter((each) => each.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('state_conflict'))
  })
})

test('the job tells how long the oldest entry waits', async () => {
  const keyId = await newKey(prisma)
  const hook = await setting.endpointOf(keyId)
  receiver.answer = (_received, response) => response.writeHead(503).end()
  const [entry] = addEntries(keyId, 1, 1)
  await setting.deliver(hook.id)
  const lags: number[] = []
  const note = (seconds: number) => void lags.push(seconds)
  webhookOutcomes.on('lag', note)
  clock.ms = (entry?.at.getTime() ?? 0) + 4_000
  startJob()
  await expect.poll(() => lags.at(-1)).toBe(4)
  webhookOutcomes.off('lag', note)
})
