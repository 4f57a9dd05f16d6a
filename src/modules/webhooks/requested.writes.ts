import { isKeyLive } from '../../access/liveness.ts'
import { change, type Transaction } from '../../database/change.ts'
import type { WebhookAttempt, WebhookEndpoint } from '../../generated/prisma/client.ts'
import type { FeedEntry } from '../changes/feed.reads.ts'
import type { Outcome, Store } from '../jobs/job-health.ts'
import { attemptEvent, type EventOfAttempt, eventOfEntry, type WebhookEvent } from './attempt.ts'
import { countAttempts, removeOldAttempts } from './attempt.writes.ts'
import type { DeliveryParts } from './delivery.ts'
import { LEASE_MS, LONGEST_AHEAD_MS } from './webhook-rules.ts'

type SendingParts = Omit<DeliveryParts, 'log' | 'sendsMail'>

/**
 * Sends an attempt that an admin has asked for, unless another process sends it. It does not change the deliveries of
 * the endpoint, which may be paused. An entry that has changed meanwhile is not sent: its newer state has its own. Nothing
 * is sent for a key that has ended since.
 */
export async function sendRequested(
  parts: SendingParts,
  id: string,
  signal: AbortSignal,
  store: Store = (write) => write(),
): Promise<Outcome> {
  const { prisma, now } = parts
  const at = await now()
  const ahead = new Date(at.getTime() + LONGEST_AHEAD_MS)
  const claimed = await prisma.webhookAttempt.updateMany({
    where: { id, OR: [{ dueAt: { lte: at } }, { dueAt: { gt: ahead } }] },
    data: { dueAt: new Date(at.getTime() + LEASE_MS) },
  })
  if (claimed.count === 0) return 'later'
  const attempt = await prisma.webhookAttempt.findUnique({
    where: { id },
    include: { endpoint: true },
  })
  if (attempt === null) return 'done'
  const event = await findEvent(parts, attempt, at)
  if (event === null) await prisma.webhookAttempt.deleteMany({ where: { id } })
  else await send(parts, attempt, { event, at }, signal, store)
  return 'done'
}

interface Requested extends WebhookAttempt {
  readonly endpoint: WebhookEndpoint
}

async function send(
  parts: SendingParts,
  { id, endpoint }: Requested,
  { event, at }: { readonly event: WebhookEvent; readonly at: Date },
  signal: AbortSignal,
  store: Store,
): Promise<void> {
  const { prisma } = parts
  const sent = await attemptEvent(parts, endpoint, event, at, signal).catch(async (error) => {
    // Its secret cannot be opened, for example: another try would fail as well.
    await prisma.webhookAttempt.deleteMany({ where: { id } }).catch(() => {})
    throw error
  })
  // Another process continues with an attempt that the end of this one has interrupted.
  if (sent === null) {
    await prisma.webhookAttempt.updateMany({ where: { id }, data: { dueAt: at } })
    return
  }
  const { result, status, milliseconds } = sent
  const data = { at, result, status, milliseconds, dueAt: null }
  const write = async (tx: Transaction) => {
    await tx.webhookAttempt.updateMany({ where: { id }, data })
    await countAttempts(tx, [{ ...sent, endpointId: endpoint.id }])
  }
  await store(() => change(prisma, write), signal)
  await removeOldAttempts(prisma, [endpoint.id])
}

async function findEvent(
  parts: SendingParts,
  attempt: Requested,
  at: Date,
): Promise<WebhookEvent | null> {
  const { keyId } = attempt.endpoint
  const key = await parts.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  if (!isKeyLive(key, at)) return null
  if (attempt.position === null) return testEvent(attempt.entryId, keyId, attempt.at)
  const entry = await findEntry(parts, keyId, attempt)
  return entry && eventOfEntry(entry)
}

/** The entry of an attempt, as it was sent. Null: it has changed since, or the database was restored. */
export async function findEntry(
  { pool, feed }: Pick<DeliveryParts, 'pool' | 'feed'>,
  keyId: string,
  { generation, position, base, entryId }: Omit<EventOfAttempt, 'type'>,
): Promise<FeedEntry | null> {
  if (position === null) return null
  const end = await feed.readEnd(pool, keyId)
  if (end.generation !== generation) return null
  const before = position - 1n
  const [entry] = await feed.read(pool, keyId, { position: before, base: base ?? before }, 1)
  return entry?.position === position && entry.id === entryId ? entry : null
}

// An event that tells nothing, with which a receiver can be tried.
function testEvent(id: string, keyId: string, at: Date): WebhookEvent {
  const type = 'test'
  return { id, type, body: JSON.stringify({ id, type, at: at.toISOString(), key_id: keyId }) }
}
