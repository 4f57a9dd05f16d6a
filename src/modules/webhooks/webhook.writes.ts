import { revocation, type Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import type { ApiKey, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { parseDestination } from '../../outbound/destination.ts'
import { requireReachable } from '../../outbound/reach.ts'
import { createId, requireFound, requireIdShape } from '../../values/ids.ts'
import { type Action, act, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import type { FeedEnd } from '../changes/feed.reads.ts'
import { lockEnterprisePlan } from '../firms/firm-plan.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'
import type { DeliveryParts } from './delivery.ts'
import { lockEndpoints } from './progress.writes.ts'
import { createSigningSecret, opensSecret, sealSecret } from './signing.ts'
import { MAX_ENDPOINTS, MAX_ENDPOINTS_OF_FIRM, OVERLAP_MS } from './webhook-rules.ts'

const NEEDS_PLAN = 'Creating webhook endpoints and rolling their secrets'

interface NewEndpoint {
  readonly keyId: string
  readonly url: string
  /** The end of the feed of the key. Only later entries are delivered. */
  readonly end: FeedEnd
}

/**
 * Creates a webhook endpoint and returns its id with its secret, which is never shown again. Throws `invalid_parameter`
 * for an address that cannot be reached, `record_not_found`, `state_conflict` for a key that is not live or has the
 * address or five others, or whose firm has fifty, and `enterprise_plan_required`.
 */
export async function createEndpoint(
  by: Action,
  { keyId, url: address, end }: NewEndpoint,
  { outbound, sealKey }: Pick<DeliveryParts, 'outbound' | 'sealKey'>,
): Promise<{ id: string; secret: string }> {
  const url = parseDestination(address, outbound.allowed)
  await requireReachable(outbound, url)
  const id = createId('endpoint')
  const secret = createSigningSecret()
  await act(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    await lockEnterprisePlan(tx, key.firmId, NEEDS_PLAN)
    await requireRoom(tx, key, url)
    const createdBy = by.actor.kind === 'user' ? by.actor.userId : null
    const sealedSecret = sealSecret(secret, id, sealKey)
    const row = { id, keyId, url, sealedSecret, ...end, ahead: [], nextTryAt: now, createdBy }
    await tx.webhookEndpoint.createMany({ data: { ...row, createdAt: now } })
    await recordEvent(tx, by.actor, { action: 'webhook.created', ...eventOf({ id, url }, key) })
  })
  return { id, secret }
}

/**
 * Creates a new secret of an endpoint, returned only here. For a day the one before signs as well; one from before that
 * ends now. Throws `record_not_found`, `state_conflict` for a key that is not live, and `enterprise_plan_required`.
 */
export async function rollEndpoint(
  by: Action,
  id: string,
  { sealKey }: Pick<DeliveryParts, 'sealKey'>,
): Promise<{ id: string; secret: string }> {
  const secret = createSigningSecret()
  await act(by, async (tx, now) => {
    const { endpoint, key } = await lockWithKey(tx, id)
    requireLiveKey(key, now)
    await lockEnterprisePlan(tx, key.firmId, NEEDS_PLAN)
    // A secret that cannot be opened could not sign.
    const canSign = opensSecret(endpoint.sealedSecret, id, sealKey)
    const data = {
      sealedSecret: sealSecret(secret, id, sealKey),
      sealedPrevious: canSign ? endpoint.sealedSecret : null,
      previousUntil: canSign ? new Date(now.getTime() + OVERLAP_MS) : null,
    }
    await tx.webhookEndpoint.updateMany({ where: { id }, data })
    await recordEvent(tx, by.actor, { action: 'webhook.rolled', ...eventOf(endpoint, key) })
  })
  return { id, secret }
}

/** Pauses an endpoint: it gets no entry until it is resumed. Idempotent: a repeated call records no event. */
export async function pauseEndpoint(by: Action, id: string): Promise<void> {
  await actUnhindered(by, async (tx, now) => {
    const { endpoint, key } = await lockWithKey(tx, id)
    if (endpoint.state === 'paused') return
    const pausedBy = by.actor.kind === 'operator' ? 'operator' : 'firm'
    const data = { state: 'paused', pausedBy, pausedAt: now, nextTryAt: null } as const
    await tx.webhookEndpoint.updateMany({ where: { id }, data })
    const event = eventOf(endpoint, key, { cause: pausedBy })
    await recordEvent(tx, by.actor, { action: 'webhook.paused', ...event })
  })
}

/**
 * Resumes a paused endpoint where it stopped. Idempotent: a repeated call records no event. Throws `record_not_found`,
 * and `state_conflict` for a key that is not live.
 */
export async function resumeEndpoint(by: Action, id: string): Promise<void> {
  await act(by, async (tx, now) => {
    const { endpoint, key } = await lockWithKey(tx, id)
    requireLiveKey(key, now)
    if (endpoint.state === 'active') return
    const active = { state: 'active', pausedBy: null, pausedAt: null } as const
    const data = { ...active, tries: 0, failingSince: null, nextTryAt: now }
    await tx.webhookEndpoint.updateMany({ where: { id }, data })
    await recordEvent(tx, by.actor, { action: 'webhook.resumed', ...eventOf(endpoint, key) })
  })
}

/** Deletes an endpoint with its secrets and its attempts. Throws `record_not_found`. */
export async function deleteEndpoint(by: Action, id: string): Promise<void> {
  await revocation(by.prisma, async (tx) => {
    const { endpoint, key } = await lockWithKey(tx, id)
    await tx.webhookEndpoint.deleteMany({ where: { id } })
    await recordEvent(tx, by.actor, { action: 'webhook.deleted', ...eventOf(endpoint, key) })
  })
}

/** Locks the endpoint until the transaction ends, and returns it with its key. Throws `record_not_found`. */
export async function lockWithKey(tx: Transaction, id: string) {
  requireIdShape('endpoint', id, 'webhook endpoint')
  const endpoint = requireFound((await lockEndpoints(tx, [id])).get(id), 'webhook endpoint')
  return { endpoint, key: await tx.apiKey.findUniqueOrThrow({ where: { id: endpoint.keyId } }) }
}

/** The members of the event of an endpoint. Of its address only the host: the rest may be a secret of the receiver. */
export function eventOf<More extends object>(
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  { id: key_id, firmId }: Pick<ApiKey, 'id' | 'firmId'>,
  more?: More,
) {
  return { subject: id, firmId, details: { key_id, host: new URL(url).host, ...more } }
}

// The key and its firm are locked, so that two requests cannot both create the last one.
async function requireRoom(tx: Transaction, { id: keyId, firmId }: ApiKey, url: string) {
  const urls = await tx.webhookEndpoint.findMany({ where: { keyId }, select: { url: true } })
  if (urls.some((each) => each.url === url))
    throw stateConflict('The key has a webhook endpoint with this address.')
  if (urls.length >= MAX_ENDPOINTS)
    throw stateConflict(`A key has at most ${MAX_ENDPOINTS} webhook endpoints; delete one first.`)
  const keys = await tx.apiKey.findMany({ where: { firmId }, select: { id: true } })
  const where = { keyId: { in: keys.map(({ id }) => id) } }
  if ((await tx.webhookEndpoint.count({ where })) >= MAX_ENDPOINTS_OF_FIRM)
    throw stateConflict(
      `The keys of a firm have at most ${MAX_ENDPOINTS_OF_FIRM} webhook endpoints together; delete one first.`,
    )
}
