import type { Transaction } from '../../database/change.ts'
import { callerNotAllowed, stateConflict } from '../../errors.ts'
import type { ApiKey, ConnectionLink, LinkAnswer, Prisma } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { createId, requireFound } from '../../values/ids.ts'
import { type Action, type Actor, act, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { lockEnterprisePlan } from '../firms/firm-plan.ts'
import { lockKey, requireLiveKey } from '../grants/row-locks.ts'
import type { ConsentRequest } from './connection-link.ts'
import type { LinkReturn } from './link-return.ts'
import { linkStates } from './link-state.reads.ts'

const LIFETIME_MS = 30 * DAY_MS
/** A key has at most this number of links that can still be answered. */
export const MAX_OPEN_LINKS = 1_000

interface NewLink extends ConsentRequest, LinkReturn {
  readonly singleUse: boolean
}

/**
 * Creates connection links of a key for 30 days: all of them, or none if one has a conflict. `createdBy` is an admin,
 * or the key itself. A link whose reference an open link of the key has is not created: the open one takes its place,
 * so that a request can be repeated. It is a conflict if the open one asks for something else, but a key replaces its
 * own. Throws `caller_not_allowed` for a key that creates links without the right, `enterprise_plan_required`, and
 * `state_conflict` for a key that is not live or has too many open links. Returns the ids in order.
 */
export async function createLinks(
  by: Action,
  { keyId, createdBy }: { readonly keyId: string; readonly createdBy: string },
  asked: readonly NewLink[],
) {
  return act(by, async (tx, now) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    if (createdBy === keyId) requireRight(key)
    await lockEnterprisePlan(tx, key.firmId, 'Creating connection links')
    const open = await findOpen(tx, key, asked, now)
    const others = findOthers(asked, open)
    // A person who begins again has another `state`, so a key replaces its own link.
    const isOwn = (link: ConnectionLink) => createdBy === keyId && link.createdBy === keyId
    const conflicts = others.flatMap(({ index, found }) =>
      isOwn(found) ? [] : [{ index, message: describeConflict(found) }],
    )
    if (conflicts.length > 0) return { ids: [], created: 0, conflicts }
    const replaced = others.map(({ found }) => found)
    for (const { reference } of replaced) open.delete(reference)
    const where = { keyId, id: { in: replaced.map(({ id }) => id) } }
    if (replaced.length > 0) await tx.connectionLink.updateMany({ where, data: { revokedAt: now } })
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    const common = { keyId, createdBy, expiresAt, createdAt: now }
    const rows = asked.map((link) => ({ ...link, ...common, id: createId('link') }))
    const fresh = rows.filter(({ reference }) => !open.has(reference))
    await store(tx, by.actor, key, fresh)
    const ids = rows.map(({ reference, id }) => open.get(reference)?.id ?? id)
    return { ids, created: fresh.length, conflicts }
  })
}

/** Rejects a key that may not create its own links: `caller_not_allowed`. */
export function requireRight({ createsLinks }: Pick<ApiKey, 'createsLinks'>): void {
  if (createsLinks) return
  throw callerNotAllowed(
    'This key may not create connection links. An admin of the firm can allow it: Edit, on the page of the key.',
  )
}

// The links with one of these references that can still be answered, by reference.
async function findOpen(
  tx: Transaction,
  key: ApiKey,
  asked: readonly NewLink[],
  now: Date,
): Promise<Map<string | null, ConnectionLink>> {
  const references = asked.flatMap(({ reference }) => reference ?? [])
  if (references.length === 0) return new Map()
  const where = { ...openOf(key.id, now), reference: { in: references } }
  const active = await findActive(tx, key, where, now)
  return new Map(active.map((link) => [link.reference, link]))
}

async function findActive(
  tx: Transaction,
  key: ApiKey,
  where: Prisma.ConnectionLinkWhereInput,
  now: Date,
): Promise<ConnectionLink[]> {
  const links = (await tx.connectionLink.findMany({ where })).map((link) => ({ ...link, key }))
  const stateOf = await linkStates(tx, links, now)
  return links.filter((link) => stateOf(link) === 'active')
}

/** The links of a key that no client has approved, and that have neither expired nor been revoked. */
export function openOf(keyId: string, now: Date) {
  return { keyId, usedAt: null, revokedAt: null, expiresAt: { gt: now } }
}

// The open links that ask for something else than the link to create with their reference.
function findOthers(asked: readonly NewLink[], open: ReadonlyMap<string | null, ConnectionLink>) {
  return asked.flatMap((link, index) => {
    const found = open.get(link.reference)
    return !found || termsOf(found) === termsOf(link) ? [] : [{ index, found }]
  })
}

function describeConflict({ id }: ConnectionLink): string {
  return `The open link ${id} has the same reference and asks for something else. Send what it asks for to get it again, or let an admin revoke it.`
}

function termsOf(link: Omit<NewLink, 'singleUse' | 'reference'>): string {
  const { scopes, purpose, email, returnUrl, returnState } = link
  return JSON.stringify([scopes, purpose, email, returnUrl, returnState])
}

type StoredLink = NewLink &
  Pick<ConnectionLink, 'id' | 'keyId' | 'createdBy' | 'expiresAt' | 'createdAt'>

async function store(tx: Transaction, actor: Actor, key: ApiKey, links: readonly StoredLink[]) {
  const [first] = links
  if (!first) return
  const { id: keyId, firmId } = key
  const { scopes, purpose, expiresAt, singleUse, returnUrl } = first
  await requireRoom(tx, key, links.length, first.createdAt)
  await tx.connectionLink.createMany({
    data: links.map((link) => ({ ...link, scopes: [...link.scopes] })),
  })
  // Without the reference and the email: a history stays when the data of the person that it names is erased.
  const details = {
    scopes,
    purpose,
    expires_at: expiresAt.toISOString(),
    single_use: singleUse,
    ...(links.every(({ email }) => email !== null) && { for_one_email: true }),
    ...(returnUrl !== null && { return_url: returnUrl }),
    ...(links.length > 1 && { links: links.length }),
  }
  await recordEvent(tx, actor, { action: 'link.created', subject: keyId, firmId, details })
}

// A link whose creator can no longer ask is not open. Such links are rare, and looked for only near the limit.
async function requireRoom(tx: Transaction, key: ApiKey, more: number, now: Date): Promise<void> {
  const where = openOf(key.id, now)
  if ((await tx.connectionLink.count({ where })) + more <= MAX_OPEN_LINKS) return
  const open = await findActive(tx, key, where, now)
  if (open.length + more <= MAX_OPEN_LINKS) return
  throw stateConflict(
    `A key has at most ${MAX_OPEN_LINKS.toLocaleString('en-US')} open connection links. Wait for answers, or revoke some.`,
  )
}

/** Revokes a connection link: it gives no grant, also where it is open in a browser. Needs no plan. Idempotent. */
export async function revokeLink(by: Action, linkId: string): Promise<void> {
  await actUnhindered(by, async (tx, now) => {
    const { keyId, purpose, revokedAt } = await lockLink(tx, linkId)
    if (revokedAt !== null) return
    await tx.connectionLink.updateMany({ where: { id: linkId }, data: { revokedAt: now } })
    const { firmId } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    const details = { purpose }
    await recordEvent(tx, by.actor, { action: 'link.revoked', subject: keyId, firmId, details })
  })
}

/**
 * Locks the link until the transaction ends, and returns it. So an approval and the revocation of its link wait for
 * each other. The key must be locked before the link. Throws `record_not_found`.
 */
export async function lockLink(tx: Transaction, linkId: string): Promise<ConnectionLink> {
  await tx.$queryRaw`SELECT 1 FROM connection_links WHERE id = ${linkId} FOR NO KEY UPDATE`
  return requireFound(
    await tx.connectionLink.findUnique({ where: { id: linkId } }),
    'connection link',
  )
}

/**
 * Records a client's answer. The firm sees it with the client's name. The firm learns nothing about a client who does
 * not answer, because any page can open a link in the browser of its visitor. An approval ends a link for single use.
 * Returns whether it is a new answer: a decline is not, if the client has declined before.
 */
export async function recordAnswer(
  tx: Transaction,
  { id: linkId, singleUse }: Pick<ConnectionLink, 'id' | 'singleUse'>,
  clientId: string,
  answer: LinkAnswer,
  now: Date,
): Promise<boolean> {
  const given = { answer, answeredAt: now }
  const connectionId = createId('connection')
  const visit = { linkId, clientId, openedAt: now, connectionId, ...given }
  const created = await tx.linkVisit.createMany({ data: visit, skipDuplicates: true })
  // A visit of an earlier release has no id.
  const withoutId = { linkId, clientId, connectionId: null }
  await tx.linkVisit.updateMany({ where: withoutId, data: { connectionId } })
  const others = { OR: [{ answer: null }, { answer: 'approved' as const }] }
  const where = { linkId, clientId, ...(answer === 'declined' && others) }
  const changed = await tx.linkVisit.updateMany({ where, data: given })
  if (answer === 'approved' && singleUse)
    await tx.connectionLink.updateMany({ where: { id: linkId }, data: { usedAt: now } })
  return created.count + changed.count > 0
}
