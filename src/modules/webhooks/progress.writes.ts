import { change, type Transaction } from '../../database/change.ts'
import { toRecordset } from '../../database/statement.ts'
import type { PrismaClient, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { measured } from '../../measured.ts'
import { PRODUCT, recordEvent } from '../audit/audit.writes.ts'
import type { FeedEntry, FeedPlace } from '../changes/feed.reads.ts'
import { KEY_ROLES } from '../firms/firm-roles.ts'
import { addMail } from '../mails/mail.writes.ts'
import type { SentAttempt } from './attempt.ts'
import { addAttempts, type EntryAttempt } from './attempt.writes.ts'
import type { ClaimedEndpoint } from './claim.writes.ts'
import type { DeliveryParts } from './delivery.ts'
import { GATHER_MS, RETRY_DELAYS_MS, SLOW_MS } from './webhook-rules.ts'

export interface Progress {
  readonly place: Place
  readonly attempts: readonly EntryAttempt[]
  /** The instant of the oldest entry that is not delivered. Null: there is none in the batch. */
  readonly oldest: Date | null
  readonly isFull: boolean
  /** Why an entry could not be sent: an error of the gateway itself. Null: there was none. */
  readonly error: unknown
}

export interface EndedBatch {
  readonly claimed: ClaimedEndpoint
  readonly progress: Progress
}

/**
 * Stores what batches have done, ends their leases, and returns them. After a failed request the whole endpoint waits;
 * after the last try, and after an answer of 410, it is paused.
 */
export async function storeProgress(
  { prisma, now, sendsMail }: Pick<DeliveryParts, 'prisma' | 'now' | 'sendsMail'>,
  ended: readonly EndedBatch[],
): Promise<readonly EndedBatch[]> {
  const at = await now()
  const ids = ended.map(({ claimed }) => claimed.id)
  const paused = await change(prisma, async (tx) => {
    const stored = await lockEndpoints(tx, ids)
    const known = ended.filter(({ claimed }) => stored.has(claimed.id))
    await addAttempts(tx, known)
    // If another process has the lease, this one was too slow, and the other one sends the same entries.
    const after = known.flatMap((each) => afterOf(each, stored.get(each.claimed.id), at) ?? [])
    await writeProgress(tx, after)
    const paused = after.filter(({ gaveUp }) => gaveUp)
    for (const { batch } of paused) await tellPaused(tx, batch, sendsMail, at)
    return paused
  })
  for (const _ of paused) measured.emit('webhookPaused')
  // `together` requires one result for each.
  return ended
}

function afterOf(batch: EndedBatch, stored: WebhookEndpoint | undefined, at: Date) {
  if (stored?.leasedUntil?.getTime() !== batch.claimed.leasedUntil.getTime()) return null
  const state = stateAfter(stored, batch.progress, at)
  return { batch, state, gaveUp: state.pausedBy === 'failures' && stored.state === 'active' }
}

type After = NonNullable<ReturnType<typeof afterOf>>

/** Pauses an endpoint whose key has ended. It has nothing to deliver any more. */
export async function pauseForKey(prisma: PrismaClient, claimed: ClaimedEndpoint): Promise<void> {
  const { id, leasedUntil, claimedAt } = claimed
  const paused = { state: 'paused', pausedBy: 'key', pausedAt: claimedAt, nextTryAt: null } as const
  await prisma.webhookEndpoint.updateMany({
    where: { id, leasedUntil, state: 'active' },
    data: { ...paused, leasedUntil: null, behindSince: null },
  })
}

/** Locks endpoints until the transaction ends, in one order, so that two processes cannot deadlock. */
export async function lockEndpoints(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, WebhookEndpoint>> {
  await tx.$queryRaw`
    SELECT 1 FROM webhook_endpoints WHERE id = ANY (${[...ids]}::text[]) ORDER BY id FOR NO KEY UPDATE`
  const rows = await tx.webhookEndpoint.findMany({ where: { id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, row]))
}

async function writeProgress(tx: Transaction, after: readonly After[]): Promise<void> {
  const rows = after.map(({ batch: { claimed, progress }, state }) => ({
    id: claimed.id,
    ...progress.place,
    behindSince: progress.oldest,
    ...state,
  }))
  await tx.$executeRawUnsafe(WRITE, toRecordset(rows))
}

const COLUMNS = `generation, position, base, ahead, behind_since, state, paused_by, paused_at, tries, failing_since, next_try_at,
  leased_until`
const WRITE = `UPDATE webhook_endpoints e SET (${COLUMNS}) = (SELECT ${COLUMNS.replace(/\w+/g, 'n.$&')})
  FROM jsonb_populate_recordset(NULL::webhook_endpoints, $1::jsonb) n WHERE e.id = n.id`

async function tellPaused(
  tx: Transaction,
  { claimed: { id: endpointId, url, key }, progress }: EndedBatch,
  sendsMail: boolean,
  now: Date,
): Promise<void> {
  const { id: keyId, firmId, environment } = key
  const cause = hasGone(progress.attempts) ? 'gone' : 'failures'
  const details = { key_id: keyId, host: new URL(url).host, cause } as const
  await recordEvent(tx, PRODUCT, { action: 'webhook.paused', subject: endpointId, firmId, details })
  if (!sendsMail) return
  const managers = await tx.member.findMany({
    where: { firmId, role: { in: [...KEY_ROLES[environment]] } },
    select: { user: { select: { email: true } } },
  })
  const fault = progress.error === null ? 'receiver' : 'gateway'
  const about = { endpointId, pausedAt: now.toISOString(), cause, fault }
  for (const { user } of managers)
    await addMail(tx, { kind: 'webhook_paused', email: user.email, firmId, about }, now)
}

export interface Place extends FeedPlace {
  readonly generation: string
  /** The positions of delivered entries after it. */
  readonly ahead: readonly bigint[]
}

/** The stored place of an endpoint. One without a base has got everything up to its position. */
export function placeOf({ generation, position, base, ahead }: WebhookEndpoint): Place {
  return { generation, position, base: base ?? position, ahead }
}

/** The place after a batch. `isDone` tells which of its entries are delivered; `isFull`: the feed may have more. */
export function placeAfter(
  place: Place,
  entries: readonly FeedEntry[],
  isDone: (entry: FeedEntry) => boolean,
  isFull: boolean,
): Place {
  const gap = entries.findIndex((entry) => !isDone(entry))
  const before = gap === -1 ? entries : entries.slice(0, gap)
  const after = gap === -1 ? [] : entries.slice(gap)
  const position = before.at(-1)?.position ?? place.position
  return {
    ...place,
    position,
    base: gap === -1 && !isFull ? position : place.base,
    ahead: after.filter(isDone).map((entry) => entry.position),
  }
}

const GONE = 410

type StateAfter = Pick<
  WebhookEndpoint,
  'state' | 'pausedBy' | 'pausedAt' | 'tries' | 'failingSince' | 'nextTryAt'
>

interface Ended extends Pick<Progress, 'error' | 'isFull' | 'oldest'> {
  readonly attempts: readonly SentAttempt[]
}

function hasGone(attempts: readonly SentAttempt[]): boolean {
  return attempts.some(({ status }) => status === GONE)
}

/** The state of an endpoint after these attempts. One that a firm has paused meanwhile stays paused. */
export function stateAfter(
  stored: StateAfter,
  { attempts, error, isFull, oldest }: Ended,
  now: Date,
): StateAfter {
  const { state, pausedBy, pausedAt, failingSince } = stored
  if (state === 'paused')
    return { state, pausedBy, pausedAt, tries: 0, failingSince: null, nextTryAt: null }
  const active = { state, pausedBy, pausedAt }
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const hasFailed = error !== null || attempts.some(({ result }) => result !== 'delivered')
  if (!hasFailed) {
    const wait = Math.max(isFull || oldest !== null ? 0 : GATHER_MS, slowness(attempts))
    return { ...active, tries: 0, failingSince: null, nextTryAt: after(wait) }
  }
  const hasDelivered = attempts.some(({ result }) => result === 'delivered')
  const tries = hasDelivered ? 1 : stored.tries + 1
  const failing = { tries, failingSince: failingSince ?? now }
  const delay = RETRY_DELAYS_MS[tries - 1]
  if (delay === undefined || hasGone(attempts))
    return { state: 'paused', pausedBy: 'failures', pausedAt: now, ...failing, nextTryAt: null }
  const wait = Math.max(delay, slowness(attempts), askedWait(attempts))
  return { ...active, ...failing, nextTryAt: after(wait) }
}

function slowness(attempts: readonly SentAttempt[]): number {
  const slow = attempts.map(({ milliseconds }) => milliseconds).filter((each) => each > SLOW_MS)
  return Math.max(0, ...slow)
}

function askedWait(attempts: readonly SentAttempt[]): number {
  const failed = attempts.filter(({ result }) => result !== 'delivered')
  return Math.max(0, ...failed.map(({ askedWaitMs }) => askedWaitMs))
}
