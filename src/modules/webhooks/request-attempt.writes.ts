import type pg from 'pg'
import type { Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import type { WebhookAttempt } from '../../generated/prisma/client.ts'
import { createId, notFound } from '../../values/ids.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { requireLiveKey } from '../grants/row-locks.ts'
import type { DeliveryParts } from './delivery.ts'
import { findEntry } from './requested.writes.ts'
import { eventOf, lockWithKey } from './webhook.writes.ts'

// An endpoint that does not answer takes ten seconds for each.
const MAX_WAITING = 5

/**
 * Asks for a test event to an endpoint, also to one that is paused. A gateway sends it within seconds. Returns the id of
 * the attempt. Throws `record_not_found`, and `state_conflict` for a key that is not live.
 */
export async function requestTest(by: Action, endpointId: string): Promise<string> {
  return act(by, async (tx, now) => {
    const { endpoint, key } = await lockWithKey(tx, endpointId)
    requireLiveKey(key, now)
    const event = { entryId: createId('event'), type: 'test', generation: null, position: null }
    const id = await addRequested(tx, endpointId, event, now)
    await recordEvent(tx, by.actor, { action: 'webhook.tested', ...eventOf(endpoint, key) })
    return id
  })
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
  const { endpointId, position, entryId, type, generation } = attempt
  const found = await by.prisma.webhookEndpoint.findUnique({ where: { id: endpointId } })
  if (found === null) throw notFound('webhook attempt')
  if (position !== null && (await findEntry(parts, found.keyId, attempt)) === null)
    throw stateConflict('The entry has changed since; its newer state is sent by itself.')
  return act(by, async (tx, now) => {
    const { endpoint, key } = await lockWithKey(tx, endpointId)
    requireLiveKey(key, now)
    const id = await addRequested(tx, endpointId, { entryId, type, generation, position }, now)
    const { details, ...event } = eventOf(endpoint, key)
    const sent = { ...details, event: entryId }
    await recordEvent(tx, by.actor, { action: 'webhook.sent_again', ...event, details: sent })
    return id
  })
}

type RequestedEvent = Pick<WebhookAttempt, 'entryId' | 'type' | 'generation' | 'position'>

async function addRequested(
  tx: Transaction,
  endpointId: string,
  event: RequestedEvent,
  now: Date,
): Promise<string> {
  const waiting = await tx.webhookAttempt.count({ where: { endpointId, result: 'waiting' } })
  if (waiting >= MAX_WAITING)
    throw stateConflict(
      `${MAX_WAITING} attempts of this webhook endpoint wait to be sent; try again when they are.`,
    )
  const id = createId('attempt')
  const row = { id, endpointId, at: now, ...event, result: 'waiting', dueAt: now } as const
  await tx.webhookAttempt.createMany({ data: row })
  return id
}
