import { change, type Transaction } from '../../database/change.ts'
import type { ApiKey, PrismaClient, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { PRODUCT, recordEvent } from '../audit/audit.writes.ts'
import { KEY_ROLES } from '../firms/firm-roles.ts'
import { addMail } from '../mails/mail.writes.ts'
import type { SentAttempt } from './attempt.ts'
import { addAttempts } from './attempt.writes.ts'
import type { ClaimedEndpoint } from './claim.writes.ts'
import type { DeliveryParts } from './delivery.ts'
import { webhookOutcomes } from './outcomes.ts'
import type { Place } from './progress.ts'
import { hasGone, type StateAfter, stateAfter } from './state-after.ts'

/** The result of a batch. */
export interface Progress {
  readonly place: Place
  readonly attempts: readonly SentAttempt[]
  /** The instant of the oldest entry that is not delivered. Null: there is none in the batch. */
  readonly oldest: Date | null
  /** Whether the feed may have more than the batch. */
  readonly isFull: boolean
  /** Why an entry could not be sent: an error of the gateway itself. Null: there was none. */
  readonly error: unknown
}

/**
 * Stores what a batch has done, and ends the lease. After a failed request the whole endpoint waits; after the last
 * try, and after an answer of 410, it is paused. Returns whether more may be due at once.
 */
export async function storeProgress(
  { prisma, now, sendsMail }: Pick<DeliveryParts, 'prisma' | 'now' | 'sendsMail'>,
  claimed: ClaimedEndpoint,
  key: ApiKey,
  progress: Progress,
): Promise<boolean> {
  const at = await now()
  const { next, isPaused } = await change(prisma, async (tx) => {
    const stored = await lockEndpoint(tx, claimed.id)
    if (stored === null) return { next: null, isPaused: false }
    await addAttempts(tx, claimed.id, progress.attempts)
    // Another process has the lease: this one was too slow, and the other one sends the same entries.
    if (stored.leasedUntil?.getTime() !== claimed.leasedUntil.getTime())
      return { next: null, isPaused: false }
    const after = stateAfter(stored, progress, at)
    await writeProgress(tx, claimed.id, progress, after)
    const gaveUp = after.pausedBy === 'failures' && stored.state === 'active'
    const cause = hasGone(progress.attempts) ? 'gone' : 'failures'
    const isOurs = progress.error !== null
    if (gaveUp) await tellPaused(tx, stored, key, { cause, isOurs, sendsMail }, at)
    return { next: after.nextTryAt, isPaused: gaveUp }
  })
  if (isPaused) webhookOutcomes.emit('paused')
  const hasMore = progress.isFull || progress.oldest !== null
  return hasMore && next !== null && next <= at
}

/** Pauses an endpoint whose key has ended. It has nothing to deliver any more. */
export async function pauseForKey(prisma: PrismaClient, claimed: ClaimedEndpoint): Promise<void> {
  const { id, leasedUntil, claimedAt } = claimed
  const paused = { state: 'paused', pausedBy: 'key', pausedAt: claimedAt, nextTryAt: null } as const
  await prisma.webhookEndpoint.updateMany({
    where: { id, leasedUntil, state: 'active' },
    data: { ...paused, leasedUntil: null, behindSince: null },
  })
}

/** Locks the endpoint until the transaction ends, and returns it. Null: there is none. */
export async function lockEndpoint(tx: Transaction, id: string): Promise<WebhookEndpoint | null> {
  await tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id} FOR NO KEY UPDATE`
  return tx.webhookEndpoint.findUnique({ where: { id } })
}

async function writeProgress(
  tx: Transaction,
  id: string,
  { place, oldest }: Progress,
  after: StateAfter,
): Promise<void> {
  const { generation, position, ahead } = place
  await tx.webhookEndpoint.updateMany({
    where: { id },
    data: {
      generation,
      position,
      ahead: [...ahead],
      behindSince: oldest,
      leasedUntil: null,
      ...after,
    },
  })
}

interface PauseCause {
  readonly cause: 'gone' | 'failures'
  /** Whether the gateway itself could not send. */
  readonly isOurs: boolean
  readonly sendsMail: boolean
}

async function tellPaused(
  tx: Transaction,
  { id: endpointId, url }: WebhookEndpoint,
  { id: keyId, firmId, environment }: ApiKey,
  { cause, isOurs, sendsMail }: PauseCause,
  now: Date,
): Promise<void> {
  const details = { key_id: keyId, host: new URL(url).host, cause }
  await recordEvent(tx, {
    actor: PRODUCT,
    action: 'webhook.paused',
    subject: endpointId,
    firmId,
    details,
  })
  if (!sendsMail) return
  const managers = await tx.member.findMany({
    where: { firmId, role: { in: [...KEY_ROLES[environment]] } },
    select: { user: { select: { email: true } } },
  })
  const fault = isOurs ? 'gateway' : 'receiver'
  const about = { endpointId, pausedAt: now.toISOString(), cause, fault }
  for (const { user } of managers)
    await addMail(tx, { kind: 'webhook_paused', email: user.email, firmId, about }, now)
}
