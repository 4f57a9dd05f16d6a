import { createId } from '../../access/ids.ts'
import { notFound } from '../../access/record-id.ts'
import type { Scope } from '../../access/scopes.ts'
import { change, type Transaction } from '../../database/change.ts'
import type { ConnectionLink, LinkAnswer, PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import type { ConsentRequest } from './connection-link.ts'
import { lockFirm, requireEnterprisePlan } from './firm-plan.ts'
import { lockKey, requireLiveKey } from './row-locks.ts'

const LIFETIME_MS = 30 * 86_400_000

export interface NewLink extends ConsentRequest {
  readonly keyId: string
  readonly createdBy: string
  /** Whether the first approval ends it. */
  readonly singleUse: boolean
}

/**
 * Creates a connection link, valid for 30 days, and returns its id. Throws `state_conflict` for a key
 * that is not live, and `enterprise_plan_required`.
 */
export async function createLink(
  prisma: PrismaClient,
  actor: Actor,
  { keyId, createdBy, scopes, purpose, singleUse }: NewLink,
  now: Date,
): Promise<string> {
  const id = createId('link')
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await change(prisma, async (tx) => {
    const key = await lockKey(tx, keyId)
    requireLiveKey(key, now)
    requireEnterprisePlan(await lockFirm(tx, key.firmId), 'Creating connection links')
    const asked: Scope[] = [...scopes]
    const row = { id, keyId, createdBy, scopes: asked, purpose, singleUse, expiresAt }
    await tx.connectionLink.createMany({ data: { ...row, createdAt: now } })
    const expires = expiresAt.toISOString()
    const details = { scopes: asked, purpose, expires_at: expires, single_use: singleUse }
    const { firmId } = key
    await recordEvent(tx, { actor, action: 'link.created', subject: keyId, firmId, details })
  })
  return id
}

/** Ends a connection link, which then gives nothing, wherever it is open. Needs no plan. Idempotent: a repetition records no event. */
export async function revokeLink(
  prisma: PrismaClient,
  actor: Actor,
  linkId: string,
  now: Date,
): Promise<void> {
  await change(prisma, async (tx) => {
    const { keyId, purpose, revokedAt } = await lockLink(tx, linkId)
    if (revokedAt !== null) return
    await tx.connectionLink.updateMany({ where: { id: linkId }, data: { revokedAt: now } })
    const { firmId } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    const details = { purpose }
    await recordEvent(tx, { actor, action: 'link.revoked', subject: keyId, firmId, details })
  })
}

/**
 * The link, locked until the transaction ends: an approval and the revocation of its link wait for each
 * other. The key is locked before it. Throws `record_not_found`.
 */
export async function lockLink(tx: Transaction, linkId: string): Promise<ConnectionLink> {
  await tx.$queryRaw`SELECT 1 FROM connection_links WHERE id = ${linkId} FOR NO KEY UPDATE`
  const link = await tx.connectionLink.findUnique({ where: { id: linkId } })
  if (!link) throw notFound('connection link')
  return link
}

/** Records that a client opened a link, once. */
export async function recordVisit(
  db: PrismaClient | Transaction,
  linkId: string,
  clientId: string,
  now: Date,
): Promise<void> {
  const data = { linkId, clientId, openedAt: now }
  await db.linkVisit.createMany({ data, skipDuplicates: true })
}

/** Records a client's answer. An approval ends a link for single use, and no later answer replaces it. */
export async function recordAnswer(
  tx: Transaction,
  { id: linkId, singleUse }: Pick<ConnectionLink, 'id' | 'singleUse'>,
  clientId: string,
  answer: LinkAnswer,
  now: Date,
): Promise<void> {
  await recordVisit(tx, linkId, clientId, now)
  const unanswered = { OR: [{ answer: null }, { answer: 'declined' as const }] }
  const where = { linkId, clientId, ...(answer === 'declined' && unanswered) }
  await tx.linkVisit.updateMany({ where, data: { answer, answeredAt: now } })
  if (answer !== 'approved' || !singleUse) return
  await tx.connectionLink.updateMany({ where: { id: linkId }, data: { usedAt: now } })
}
