import { setMaxListeners } from 'node:events'
import type pg from 'pg'
import { pino } from 'pino'
import { beforeEach, expect } from 'vitest'
import type { PrismaClient } from '../../../src/generated/prisma/client.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import type { FeedEntry } from '../../../src/modules/changes/feed.reads.ts'
import { createDelivery, type DeliveryParts } from '../../../src/modules/webhooks/delivery.ts'
import { createEndpoint } from '../../../src/modules/webhooks/webhook.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { deriveSecret } from '../../support/gateway.ts'
import { type Received, testReceiver } from '../../support/receiver.ts'
import { keyOf } from '../fixtures.ts'

export const SEAL_KEY = deriveSecret('webhooks')
export const SENDS = new AbortController().signal
setMaxListeners(0, SENDS)

/**
 * A feed in memory, in place of the one in the database: the tests decide about its entries. Its ends are in the
 * database, where the job sees who has news.
 */
class TestFeed {
  generation = 'first'
  readonly #pool: () => pg.Pool
  #stored: Promise<unknown> = Promise.resolve()
  readonly #entries = new Map<string, FeedEntry[]>()
  #position = 0n

  constructor(pool: () => pg.Pool) {
    this.#pool = pool
  }

  /** Adds an entry of a client to the feed of a key. */
  add(keyId: string, clientId: string, type: FeedEntry['type'] = 'portfolio.changed'): FeedEntry {
    this.#position += 1n
    const entry: FeedEntry = {
      ...{ id: createId('event'), type, at: new Date(), clientId, position: this.#position },
      grant: { id: `grant of ${clientId}`, version: 1 },
      reason: type === 'grant.ended' ? 'key_revoked' : null,
      ...{ reference: null, effect: null, isDeletionRequested: false },
    }
    this.#entries.set(keyId, [...this.#of(keyId), entry])
    this.#store(END, [keyId, this.#position])
    return entry
  }

  /** Moves an entry to the end, as a later change of the same grant does. */
  move(keyId: string, { id, clientId, type }: FeedEntry): void {
    const others = this.#of(keyId).filter((each) => each.id !== id)
    this.#entries.set(keyId, others)
    this.add(keyId, clientId, type)
  }

  /** Empties all feeds and begins a new generation, as a restore does. */
  restore(): void {
    this.#entries.clear()
    this.#position = 0n
    this.generation = 'second'
    this.#store('DELETE FROM feeds', [])
    this.#store(GENERATION, [this.generation])
  }

  /** Begins the first generation. */
  begin(): void {
    this.generation = 'first'
    this.#store(GENERATION, [this.generation])
  }

  #store(text: string, values: readonly unknown[]): void {
    this.#stored = this.#stored.then(() => this.#pool().query(text, [...values]))
  }

  readonly read: DeliveryParts['feed']['read'] = async (_pool, keyId, after, limit) =>
    this.#of(keyId)
      .filter(({ position }) => position > after.position)
      .slice(0, limit)

  readonly readEnd: DeliveryParts['feed']['readEnd'] = async (_pool, keyId) => {
    await this.#stored
    return { generation: this.generation, position: this.#of(keyId).at(-1)?.position ?? 0n }
  }

  #of(keyId: string): FeedEntry[] {
    return this.#entries.get(keyId) ?? []
  }
}

const END = `INSERT INTO feeds (key_id, position) VALUES ($1, $2)
  ON CONFLICT (key_id) DO UPDATE SET position = excluded.position`
const GENERATION = `INSERT INTO feed_generation (generation) VALUES ($1)
  ON CONFLICT (id) DO UPDATE SET generation = excluded.generation`

/** A database, a receiver and a feed, and a clock that stands still. */
function testSetting() {
  const database = testDatabase()
  const receiver = testReceiver()
  const feed = new TestFeed(() => database.pool)
  const clock = { ms: 0 }
  const parts = (): DeliveryParts => ({
    pool: database.serving.pool,
    prisma: database.serving.prisma,
    feed,
    outbound: receiver.outbound(),
    sealKey: SEAL_KEY,
    sendsMail: true,
    now: async () => new Date(clock.ms),
    log: pino({ enabled: false }),
  })
  beforeEach(async () => {
    clock.ms = Date.now()
    receiver.received.length = 0
    receiver.answer = (_received, response) => response.writeHead(204).end()
    feed.begin()
    await database.prisma.webhookEndpoint.deleteMany()
  })
  let paths = 0
  return {
    database,
    receiver,
    feed,
    clock,
    parts,
    /** A new endpoint of a key, at a path of the receiver that is its own. */
    endpointOf: async (keyId: string) => {
      const path = `/hooks/${paths++}`
      const end = await feed.readEnd(database.pool, keyId)
      const endpoint = { keyId, url: receiver.url(path), end }
      const how = { outbound: receiver.outbound(), sealKey: SEAL_KEY }
      const now = new Date(clock.ms)
      return { ...(await createEndpoint(operator(database.prisma, now), endpoint, how)), path }
    },
    /** Adds entries of clients in turn. */
    addEntriesOf: (keyId: string, count: number, clients: number) =>
      Array.from({ length: count }, (_, i) => feed.add(keyId, `client ${i % clients}`)),
    /** Delivers what is due at an endpoint, batch by batch. */
    deliver: async (endpointId: string, given = parts()) => {
      while ((await deliverDue(given, endpointId)) === 'done');
    },
    /** The requests that the receiver got at a path. */
    receivedAt: (path: string) => receiver.received.filter((each) => each.path === path),
  }
}

/** Delivers a batch of what is due at an endpoint. */
export function deliverDue(parts: DeliveryParts, endpointId: string, signal = SENDS) {
  return createDelivery(parts)(endpointId, signal)
}

/** The setting with a key and an endpoint of its own for each test. */
export function testEndpoint() {
  const setting = testSetting()
  const { receiver } = setting
  const { prisma } = setting.database
  const of = { keyId: '', hook: { id: '', secret: '', path: '' } }
  beforeEach(async () => {
    of.keyId = await newKey(prisma)
    of.hook = await setting.endpointOf(of.keyId)
  })
  return {
    ...setting,
    of,
    stored: () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: of.hook.id } }),
    attempts: () => prisma.webhookAttempt.findMany({ where: { endpointId: of.hook.id } }),
    addEntries: (count: number, clients: number) => setting.addEntriesOf(of.keyId, count, clients),
    answerWith: (status: number) => {
      receiver.answer = (_received, response) => response.writeHead(status).end()
    },
  }
}

/** A key that does not expire. */
export async function newKey(prisma: PrismaClient): Promise<string> {
  return (await keyOf(prisma)).id
}

export function idsOf(received: readonly Received[]): string[] {
  return received.map(({ headers }) => headers['webhook-id'] ?? '')
}

/** Checks that these ids are those of the entries, of each client in the order of the feed. */
export function expectInOrder(ids: readonly string[], entries: readonly FeedEntry[]): void {
  const clients = new Map(entries.map(({ id, clientId }) => [id, clientId]))
  const clientOf = (id: string) => clients.get(id) ?? ''
  const byClient = (all: readonly string[]) =>
    all.toSorted((a, b) => clientOf(a).localeCompare(clientOf(b)))
  expect(byClient(ids)).toEqual(byClient(entries.map(({ id }) => id)))
}
