import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databaseClock } from '../../database/clock.ts'
import { stateConflict } from '../../errors.ts'
import type { PrismaClient, WebhookAttempt } from '../../generated/prisma/client.ts'
import { createId, notFound } from '../../values/ids.ts'
import { type Action, act, operator, recordEvent } from '../audit/audit.writes.ts'
import { readFeed, readFeedEnd } from '../changes/feed.reads.ts'
import { requireLiveKey } from '../grants/row-locks.ts'
import type { EventOfAttempt } from './attempt.ts'
import type { DeliveryParts } from './delivery.ts'
import { findEntry, sendRequested } from './requested.writes.ts'
import { opensSecret } from './signing.ts'
import { eventOf, lockWithKey } from './webhook.writes.ts'

// An endpoint that does not answer takes ten seconds for each.
const MAX_WAITING = 5

/**
 * Asks for a test event to an endpoint, also to one that is paused. A gateway sends it within seconds. Returns the id of
 * the attempt. Throws `record_not_found`, and `state_conflict` for a key that is not live.
 */
export function requestTest(by: Action, endpointId: string): Promise<string> {
  const nowhere = { generation: null, position: null, base: null }
  const event = { entryId: createId('event'), type: 'test', ...nowhere }
  return addRequested(by, endpointId, event, 'webhook.tested')
}

/**
 * Asks for an attempt to be sent again. Returns the id of the new attempt. Throws `record_not_found`, and
 * `state_conflict` for a key that is not live, and for an entry that has changed since: its newer state is sent anyway.
 */
export async function requestAgain(
  by: Action,
  parts: Pick<DeliveryParts, 'feed'> & { readonly pool: pg.Pool },
  attempt: WebhookAttempt,
): Promise<string> {
  const { endpointId, position, entryId, type, generation, base } = attempt
  const found = await by.prisma.webhookEndpoint.findUnique({ where: { id: endpointId } })
  if (found === null) throw notFound('webhook attempt')
  if (position !== null && (await findEntry(parts, found.keyId, attempt)) === null)
    throw stateConflict('The entry has changed since; its newer state is sent by itself.')
  const again = { entryId, type, generation, position, base }
  return addRequested(by, endpointId, again, 'webhook.sent_again')
}

function addRequested(
  by: Action,
  endpointId: string,
  event: EventOfAttempt,
  action: 'webhook.tested' | 'webhook.sent_again',
): Promise<string> {
  return act(by, async (tx, now) => {
    const { endpoint, key } = await lockWithKey(tx, endpointId)
    requireLiveKey(key, now)
    const waiting = await tx.webhookAttempt.count({ where: { endpointId, result: 'waiting' } })
    if (waiting >= MAX_WAITING)
      throw stateConflict(
        `${MAX_WAITING} attempts of this webhook endpoint wait to be sent; try again when they are.`,
      )
    const id = createId('attempt')
    const row = { id, endpointId, at: now, ...event, result: 'waiting', dueAt: now } as const
    await tx.webhookAttempt.createMany({ data: row })
    const details = action === 'webhook.sent_again' ? { event: event.entryId } : {}
    await recordEvent(tx, by.actor, { action, ...eventOf(endpoint, key, details) })
    return id
  })
}

const LOOK_MS = 100
// A gateway that runs looks twice in a second.
const LOOKS_UNTIL_TAKEN = 30
const LOOKS_UNTIL_SENT = 150

type Parts = Pick<DeliveryParts, 'prisma' | 'pool' | 'outbound' | 'sealKey'>

/**
 * Sends a test event of the operator to an endpoint and returns its attempt. A gateway that runs sends it, with its own
 * settings. If none takes it within three seconds, this process sends it with these parts, and `isOwn` is true. Throws
 * the errors of `requestTest`, and `state_conflict` if no gateway takes it and the seal key does not open the secret: the
 * attempt is removed then.
 */
export async function sendTestNow(
  { prisma, pool, outbound, sealKey }: Parts,
  endpointId: string,
): Promise<WebhookAttempt & { readonly isOwn: boolean }> {
  const now = databaseClock(pool)
  const at = await now()
  const id = await requestTest(operator(prisma, at), endpointId)
  const isTaken = ({ dueAt }: WebhookAttempt) => dueAt?.getTime() !== at.getTime()
  const isWaiting = !isTaken(await lookAt(prisma, id, isTaken, LOOKS_UNTIL_TAKEN))
  const isOwn = isWaiting && (await canSign(prisma, endpointId, sealKey))
  if (isOwn) {
    const feed = { read: readFeed, readEnd: readFeedEnd }
    const parts = { prisma, pool, outbound, sealKey, feed, now }
    await sendRequested(parts, id, new AbortController().signal)
  } else if (isWaiting) await withdraw(prisma, id, at)
  const isSent = ({ result }: WebhookAttempt) => result !== 'waiting'
  return { ...(await lookAt(prisma, id, isSent, LOOKS_UNTIL_SENT)), isOwn }
}

async function canSign(prisma: PrismaClient, id: string, sealKey: string): Promise<boolean> {
  const { sealedSecret } = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } })
  return opensSecret(sealedSecret, id, sealKey)
}

// A gateway that takes the attempt meanwhile keeps it.
async function withdraw(prisma: PrismaClient, id: string, dueAt: Date): Promise<void> {
  const { count } = await prisma.webhookAttempt.deleteMany({ where: { id, dueAt } })
  if (count === 0) return
  throw stateConflict(
    'The test was not sent: no gateway has taken it, and this command cannot sign it. Set AUTH_SECRET to that of the gateway.',
  )
}

async function lookAt(
  prisma: PrismaClient,
  id: string,
  isOver: (attempt: WebhookAttempt) => boolean,
  looks: number,
): Promise<WebhookAttempt> {
  const attempt = await prisma.webhookAttempt.findUnique({ where: { id } })
  if (!attempt)
    throw stateConflict(
      'The gateway could not sign the test. Its log says why: compare its AUTH_SECRET.',
    )
  if (looks === 0 || isOver(attempt)) return attempt
  await sleep(LOOK_MS)
  return lookAt(prisma, id, isOver, looks - 1)
}
