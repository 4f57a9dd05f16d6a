import type pg from 'pg'
import type { Logger } from 'pino'
import { isKeyLive } from '../../access/liveness.ts'
import type { Clock } from '../../database/clock.ts'
import { isDatabaseUnavailable } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { Line } from '../../outbound/post.ts'
import type { Outbound } from '../../outbound/reach.ts'
import type { FeedEntry, readFeed, readFeedEnd } from '../changes/feed.reads.ts'
import type { Outcome, Store } from '../jobs/job-health.ts'
import { together } from '../jobs/together.ts'
import { attemptEvent, eventOfEntry } from './attempt.ts'
import type { EntryAttempt } from './attempt.writes.ts'
import { type ClaimedEndpoint, claimEndpoints } from './claim.writes.ts'
import { isFeedBehind } from './due.reads.ts'
import {
  type EndedBatch,
  type Place,
  type Progress,
  pauseForKey,
  placeAfter,
  placeOf,
  storeProgress,
} from './progress.writes.ts'
import { BATCH_MS, BATCH_SIZE, PARALLEL } from './webhook-rules.ts'

export interface DeliveryParts {
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  readonly feed: { readonly read: typeof readFeed; readonly readEnd: typeof readFeedEnd }
  readonly outbound: Outbound
  /** The derived key of the purpose `webhooks`. */
  readonly sealKey: string
  readonly sendsMail: boolean
  readonly now: Clock
  readonly log: Logger
}

/**
 * Returns the function that delivers the next entries of the feed to an endpoint, if a try is due and no other process
 * delivers to it. Deliveries that are due at a time share statements. An error of the gateway itself is a failed try.
 * An entry is delivered again only if the process ends, or its lease does, before `store` has stored the progress.
 */
export function createDelivery(parts: DeliveryParts) {
  const claim = together({
    all: async (ids: readonly string[]) => claimEndpoints(parts.prisma, ids, await parts.now()),
  })
  const storeEnded = together({
    all: (ended: readonly EndedBatch[]) => storeProgress(parts, ended),
  })
  return async (
    endpointId: string,
    signal: AbortSignal,
    store: Store = (write) => write(),
  ): Promise<Outcome> => {
    const claimed = await claim(endpointId)
    if (claimed === null) return 'later'
    const progress = await progressOf(parts, claimed, signal)
    if (progress === null) {
      await pauseForKey(parts.prisma, claimed)
      return 'done'
    }
    await store(() => storeEnded({ claimed, progress }), signal)
    if (progress.error === null) return 'done'
    parts.log.error({ err: progress.error, webhook: endpointId }, 'webhook not delivered')
    return 'failed'
  }
}

// Null: the key has ended, and its feed has nothing left to deliver.
async function progressOf(
  parts: DeliveryParts,
  claimed: ClaimedEndpoint,
  signal: AbortSignal,
): Promise<Progress | null> {
  try {
    const batch = await readBatch(parts, claimed)
    return batch && (await sendBatch(parts, claimed, batch, signal))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return {
      place: placeOf(claimed),
      attempts: [],
      oldest: claimed.behindSince,
      isFull: false,
      error,
    }
  }
}

interface Batch {
  readonly place: Place
  readonly entries: readonly FeedEntry[]
  readonly isPassed: (entry: FeedEntry) => boolean
}

// Null: the key has ended, and nothing is left. Such a key still tells which grants ended.
async function readBatch(
  { pool, feed, log }: DeliveryParts,
  endpoint: ClaimedEndpoint,
): Promise<Batch | null> {
  const hasEnded = !isKeyLive(endpoint.key, endpoint.claimedAt)
  // Read before the feed: the mark of a grant and its entry are stored together.
  const isLast = hasEnded && !(await isFeedBehind(pool, endpoint.keyId, endpoint.claimedAt))
  const { generation, position: end } = await feed.readEnd(pool, endpoint.keyId)
  const isSame = generation === endpoint.generation
  if (!isSame)
    log.info({ endpoint: endpoint.id }, 'webhook begins with a new generation of its feed')
  const from = isSame ? placeOf(endpoint) : { generation, position: 0n, base: 0n, ahead: [] }
  const entries = await feed.read(pool, endpoint.keyId, from, BATCH_SIZE)
  // The entries up to the end may have moved behind it, or may not exist any more.
  const isPast = entries.length === 0 && end > from.position
  const place = isPast ? { ...from, position: end, base: end } : from
  if (isLast && entries.length === 0) return null
  const ahead = new Set(place.ahead)
  const isPassed = ({ type, position }: FeedEntry) =>
    ahead.has(position) || (hasEnded && type !== 'grant.ended')
  return { place, entries, isPassed }
}

async function sendBatch(
  parts: DeliveryParts,
  endpoint: ClaimedEndpoint,
  { place, entries, isPassed }: Batch,
  signal: AbortSignal,
): Promise<Progress> {
  const since = performance.now()
  const attempts: EntryAttempt[] = []
  const line = new Line(parts.outbound)
  let error: unknown = null
  const deliver = async (entry: FeedEntry) => {
    if (isPassed(entry)) return true
    const event = eventOfEntry(entry)
    const at = new Date(endpoint.claimedAt.getTime() + performance.now() - since)
    const attempt = await attemptEvent({ ...parts, line }, endpoint, event, at, signal).catch(
      (thrown) => {
        error ??= thrown
        return null
      },
    )
    if (attempt === null) return false
    const { id: entryId, type, position } = entry
    const { generation, base } = place
    attempts.push({ ...attempt, entryId, type, generation, position, base })
    return attempt.result === 'delivered'
  }
  const mayStart = () => !signal.aborted && performance.now() - since < BATCH_MS
  const delivered = await deliverInOrder(entries, deliver, { parallel: PARALLEL, mayStart })
  line.close()
  const isDone = (entry: FeedEntry) => delivered.has(entry) || isPassed(entry)
  const isFull = entries.length === BATCH_SIZE
  return {
    place: placeAfter(place, entries, isDone, isFull),
    attempts,
    oldest: entries.find((entry) => !isDone(entry))?.at ?? null,
    isFull,
    error,
  }
}

/**
 * Delivers entries in their order within each client, and those of different clients at the same time. After a failure
 * it starts no other, and waits for those that are running. Returns the delivered entries. `deliver` must not throw.
 */
export async function deliverInOrder<Entry extends { readonly clientId: string }>(
  entries: readonly Entry[],
  deliver: (entry: Entry) => Promise<boolean>,
  { parallel, mayStart }: { readonly parallel: number; readonly mayStart: () => boolean },
): Promise<ReadonlySet<Entry>> {
  const delivered = new Set<Entry>()
  const waiting = new Set(entries)
  const busy = new Set<string>()
  const running = new Set<Promise<void>>()
  let hasFailed = false
  const begin = (entry: Entry) => {
    waiting.delete(entry)
    busy.add(entry.clientId)
    const delivery = deliver(entry).then((isDelivered) => {
      if (isDelivered) delivered.add(entry)
      else hasFailed = true
      busy.delete(entry.clientId)
      running.delete(delivery)
    })
    running.add(delivery)
  }
  for (;;) {
    const mayBegin = !hasFailed && running.size < parallel && mayStart()
    const next = mayBegin ? [...waiting].find(({ clientId }) => !busy.has(clientId)) : undefined
    if (next) begin(next)
    else if (running.size > 0) await Promise.race(running)
    else return delivered
  }
}
