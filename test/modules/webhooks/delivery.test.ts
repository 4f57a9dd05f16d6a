import { beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { feedEntryBody } from '../../../src/modules/changes/feed.reads.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { claimEndpoint } from '../../../src/modules/webhooks/claim.writes.ts'
import { deliverDue } from '../../../src/modules/webhooks/delivery.ts'
import { webhookOutcomes } from '../../../src/modules/webhooks/outcomes.ts'
import { storeProgress } from '../../../src/modules/webhooks/progress.writes.ts'
import { pauseEndpoint, resumeEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { LEASE_MS, RETRY_DELAYS_MS } from '../../../src/modules/webhooks/webhook-rules.ts'
import { sendMails } from '../../support/mails.ts'
import { someone } from '../fixtures.ts'
import { byClient, idsOf, newKey, SENDS, testSetting } from './delivery.fixtures.ts'

const setting = testSetting()
const { database, receiver, feed, clock, deliver } = setting
const { prisma } = database
let keyId = ''
let hook: Awaited<ReturnType<typeof setting.endpointOf>>

beforeEach(async () => {
  keyId = await newKey(prisma)
  hook = await setting.endpointOf(keyId)
})

const stored = () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: hook.id } })
const attempts = () => prisma.webhookAttempt.findMany({ where: { endpointId: hook.id } })
/** Entries of clients in turn. */
const addEntries = (count: number, clients: number) =>
  Array.from({ length: count }, (_, i) => feed.add(keyId, `client ${i % clients}`))
const answerWith = (status: number) => {
  receiver.answer = (_received, response) => response.writeHead(status).end()
}

describe('entries', () => {
  test('from before the endpoint are not sent, and later ones are, in order', async () => {
    const otherKey = await newKey(prisma)
    feed.add(otherKey, 'client of another key')
    const early = feed.add(otherKey, 'early')
    hook = await setting.endpointOf(otherKey)
    const entries = ['a', 'a', 'a'].map((client) => feed.add(otherKey, client))
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual(
      entries.map((entry) => JSON.parse(JSON.stringify(feedEntryBody(entry)))),
    )
    expect(receiver.received.map(({ body }) => body).join()).not.toContain(early.id)
  })

  test('of more than one batch are all sent, those of one client in order', async () => {
    const entries = addEntries(130, 7)
    await deliver(hook.id)
    const ids = idsOf(receiver.received)
    expect(byClient(entries, ids)).toEqual(
      byClient(
        entries,
        entries.map(({ id }) => id),
      ),
    )
    expect(await stored()).toMatchObject({
      position: entries.at(-1)?.position,
      ahead: [],
      leasedUntil: null,
      behindSince: null,
      tries: 0,
    })
  })

  test('are sent to a receiver that fails each second time once and in order', async () => {
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
      await deliver(hook.id)
      clock.ms += RETRY_DELAYS_MS[0]
    }
    expect(byClient(entries, accepted)).toEqual(
      byClient(
        entries,
        entries.map(({ id }) => id),
      ),
    )
    expect(await stored()).toMatchObject({ state: 'active', ahead: [] })
  })

  test('that moved while they waited are sent in their newer state', async () => {
    answerWith(503)
    const [first, second] = [feed.add(keyId, 'a'), feed.add(keyId, 'b')]
    await deliver(hook.id)
    feed.move(keyId, first)
    receiver.received.length = 0
    answerWith(204)
    clock.ms += RETRY_DELAYS_MS[0]
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toHaveLength(2)
    expect(idsOf(receiver.received)[0]).toBe(second.id)
    expect(idsOf(receiver.received)).not.toContain(first.id)
  })

  test('of a new generation are sent from its begin', async () => {
    addEntries(3, 1)
    await deliver(hook.id)
    receiver.received.length = 0
    feed.restore()
    const entries = addEntries(2, 1)
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
    expect(await stored()).toMatchObject({ generation: 'second', position: 2n })
  })
})

describe('a process that ends in the middle', () => {
  test('repeats what it had sent, and nothing is lost or out of order', async () => {
    const entries = addEntries(40, 4)
    const ids = entries.map(({ id }) => id)
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
    await expect(deliverDue({ ...setting.parts(), now }, hook.id, kill.signal)).rejects.toThrow(
      'killed',
    )
    const sentBefore = new Set(idsOf(receiver.received))
    // Until the end of its lease no other process sends.
    await deliver(hook.id)
    clock.ms += LEASE_MS - 1
    await deliver(hook.id)
    expect(new Set(idsOf(receiver.received))).toEqual(sentBefore)
    clock.ms += 1
    receiver.received.length = 0
    await deliver(hook.id)
    expect(byClient(entries, idsOf(receiver.received))).toEqual(byClient(entries, ids))
  })

  test('stores what it has delivered where it is told to stop', async () => {
    const entries = addEntries(20, 1)
    const stop = new AbortController()
    receiver.answer = (_received, response) => {
      if (receiver.received.length === 7) stop.abort()
      else response.writeHead(204).end()
    }
    await deliverDue(setting.parts(), hook.id, stop.signal)
    expect(await stored()).toMatchObject({
      position: entries[5]?.position,
      tries: 0,
      leasedUntil: null,
    })
    expect(await attempts()).toHaveLength(6)
    receiver.received.length = 0
    answerWith(204)
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toEqual(entries.slice(6).map(({ id }) => id))
  })

  test('too late stores no progress over that of the process after it', async () => {
    const [first, second] = addEntries(2, 1)
    const late = await claimEndpoint(database.serving.prisma, hook.id, new Date(clock.ms))
    if (!late || !first || !second) throw new Error('nothing is due')
    clock.ms += LEASE_MS
    await deliver(hook.id)
    const place = { generation: 'first', position: first.position, ahead: [] }
    const progress = { place, attempts: [], oldest: null, isFull: false }
    const key = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    expect(await storeProgress(setting.parts(), late, key, progress)).toBe(false)
    expect((await stored()).position).toBe(second.position)
  })
})

describe('a receiver that is down', () => {
  test('is tried after growing delays, then the endpoint is paused and the admins get a mail', async () => {
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    const admin = await addMember(prisma, OPERATOR, { ...someone(), firmId, role: 'admin' })
    await addMember(prisma, OPERATOR, { ...someone(), firmId, role: 'member' })
    let paused = 0
    const count = () => void paused++
    webhookOutcomes.on('paused', count)
    answerWith(503)
    const entries = addEntries(3, 1)
    const since = new Date(clock.ms)
    for (const [tries, delay] of RETRY_DELAYS_MS.entries()) {
      await deliver(hook.id)
      expect(await stored()).toMatchObject({
        state: 'active',
        tries: tries + 1,
        failingSince: since,
        nextTryAt: new Date(clock.ms + delay),
        behindSince: entries[0]?.at,
      })
      clock.ms += delay - 1
      await deliver(hook.id)
      expect(receiver.received).toHaveLength(tries + 1)
      clock.ms += 1
    }
    await deliver(hook.id)
    webhookOutcomes.off('paused', count)
    expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'failures', nextTryAt: null })
    expect([receiver.received.length, paused]).toEqual([10, 1])
    const mails: { to: string; text: string }[] = []
    const mailer = {
      urlOf: (path: string) => `https://portal${path}`,
      send: async (mail: (typeof mails)[0]) => void mails.push(mail),
    }
    await sendMails(database.serving, mailer, () => new Date(clock.ms))
    expect(mails.map(({ to }) => to)).toEqual([admin.email])
    expect(mails[0]?.text).toContain(`https://portal/firms/${firmId}/service-api/${keyId}/webhooks`)
    expect(mails[0]?.text).not.toContain(hook.path)
    // Nothing is lost.
    receiver.received.length = 0
    answerWith(204)
    await resumeEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
  })

  test('that was resumed before the mail was sent gets none', async () => {
    const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    await addMember(prisma, OPERATOR, { ...someone(), firmId, role: 'admin' })
    answerWith(503)
    addEntries(1, 1)
    for (let tries = 0; tries <= RETRY_DELAYS_MS.length; tries++) {
      await deliver(hook.id)
      clock.ms += RETRY_DELAYS_MS[tries] ?? 0
    }
    await resumeEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
    const send = async () => {
      throw new Error('a mail was sent')
    }
    await sendMails(database.serving, { urlOf: (path) => path, send }, () => new Date(clock.ms))
    expect(
      await prisma.mail.groupBy({ by: ['state'], where: { kind: 'webhook_paused' } }),
    ).toContainEqual({ state: 'dropped' })
  })

  test('waits as a whole: after a failure no other entry is sent', async () => {
    answerWith(500)
    addEntries(30, 30)
    await deliver(hook.id)
    expect(receiver.received.length).toBeLessThanOrEqual(8)
    expect(await stored()).toMatchObject({ tries: 1, position: 0n })
  })
})

describe('an endpoint that is paused', () => {
  test('gets nothing, and continues where it stopped', async () => {
    await pauseEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
    const entries = addEntries(2, 1)
    await deliver(hook.id)
    expect(receiver.received).toEqual([])
    await resumeEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
  })

  test('while a batch is sent keeps its progress and stays paused', async () => {
    const entries = addEntries(3, 1)
    receiver.answer = async (_received, response) => {
      await pauseEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
      response.writeHead(204).end()
    }
    await deliver(hook.id)
    expect(await stored()).toMatchObject({
      state: 'paused',
      pausedBy: 'operator',
      position: entries[2]?.position,
    })
    await resumeEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
    await deliver(hook.id)
    expect(receiver.received).toHaveLength(3)
  })

  test('and resumed while a batch is sent gets nothing twice', async () => {
    const entries = addEntries(3, 1)
    const second: Promise<void>[] = []
    receiver.answer = async (_received, response) => {
      if (second.length === 0) {
        await pauseEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
        await resumeEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms))
        second.push(deliver(hook.id))
      }
      response.writeHead(204).end()
    }
    await deliver(hook.id)
    await Promise.all(second)
    expect(idsOf(receiver.received)).toEqual(entries.map(({ id }) => id))
  })
})

describe('a key that has ended', () => {
  test('by revocation still tells which grants ended, and then nothing', async () => {
    addEntries(2, 2)
    await revokeKey(prisma, OPERATOR, { keyId })
    const ended = feed.add(keyId, 'client 0', 'grant.ended')
    feed.add(keyId, 'client 1')
    await deliver(hook.id)
    expect(idsOf(receiver.received)).toEqual([ended.id])
    await deliver(hook.id)
    expect(await stored()).toMatchObject({ state: 'paused', pausedBy: 'key' })
    await expect(
      resumeEndpoint(prisma, OPERATOR, hook.id, new Date(clock.ms)),
    ).rejects.toMatchObject({ code: 'state_conflict' })
  })

  test('by expiry gets nothing', async () => {
    addEntries(2, 2)
    feed.add(keyId, 'client 0', 'grant.ended')
    const expiresAt = new Date(clock.ms)
    await prisma.apiKey.updateMany({ where: { id: keyId }, data: { expiresAt } })
    await deliver(hook.id)
    expect([receiver.received, (await stored()).pausedBy]).toEqual([[], 'key'])
  })
})

describe('attempts', () => {
  test('have status, result and time, and nothing of the answer', async () => {
    receiver.answer = (_received, response) =>
      response.writeHead(418, { 'x-answer': 'secret words' }).end('secret words')
    const [entry] = addEntries(1, 1)
    await deliver(hook.id)
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

  test('are kept for the newest 100, and all are counted by day and result', async () => {
    addEntries(130, 3)
    await deliver(hook.id)
    const kept = await attempts()
    expect(kept).toHaveLength(100)
    expect(receiver.received).toHaveLength(130)
    answerWith(500)
    addEntries(1, 1)
    await deliver(hook.id)
    const day = new Date(Math.floor(clock.ms / 86_400_000) * 86_400_000)
    const counts = await prisma.webhookCount.findMany({
      where: { endpointId: hook.id },
      orderBy: { attempts: 'asc' },
    })
    expect(counts).toEqual([
      { endpointId: hook.id, day, result: 'rejected', attempts: 1 },
      { endpointId: hook.id, day, result: 'delivered', attempts: 130 },
    ])
  })

  test('to an endpoint that is deleted meanwhile are not stored', async () => {
    addEntries(2, 1)
    receiver.answer = async (_received, response) => {
      await prisma.webhookEndpoint.deleteMany({ where: { id: hook.id } })
      response.writeHead(204).end()
    }
    expect(await deliverDue(setting.parts(), hook.id, SENDS)).toBe(false)
    expect(await attempts()).toEqual([])
  })
})
