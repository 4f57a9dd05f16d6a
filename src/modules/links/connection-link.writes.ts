import type { Transaction } from '../../database/change.ts'
import type { ConnectionLink, LinkAnswer } from '../../generated/prisma/client.ts'
import { createId, notFound } from '../../values/ids.ts'
import { type Action, actUnhindered, recordEvent } from '../audit/audit.writes.ts'

/**
 * Revokes a connection link. It then gives no grant, even where it is open in a browser. Needs no plan. Idempotent: a
 * repeated call records no event.
 */
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
  const link = await tx.connectionLink.findUnique({ where: { id: linkId } })
  if (!link) throw notFound('connection link')
  return link
}

/**
 * Records a client's answer. The firm sees it with the client's name. The firm learns nothing about a client who does
 * not answer, because any page can open a link in the browser of its visitor. An approval ends a link for single use,
 * and no later answer replaces it.
 */
export async function recordAnswer(
  tx: Transaction,
  { id: linkId, singleUse }: Pick<ConnectionLink, 'id' | 'singleUse'>,
  clientId: string,
  answer: LinkAnswer,
  now: Date,
): Promise<void> {
  const given = { answer, answeredAt: now }
  const connectionId = createId('connection')
  const visit = { linkId, clientId, openedAt: now, connectionId, ...given }
  await tx.linkVisit.createMany({ data: visit, skipDuplicates: true })
  // A visit of an earlier release has no id.
  const withoutId = { linkId, clientId, connectionId: null }
  await tx.linkVisit.updateMany({ where: withoutId, data: { connectionId } })
  const unanswered = { OR: [{ answer: null }, { answer: 'declined' as const }] }
  const where = { linkId, clientId, ...(answer === 'declined' && unanswered) }
  await tx.linkVisit.updateMany({ where, data: given })
  if (answer !== 'approved' || !singleUse) return
  await tx.connectionLink.updateMany({ where: { id: linkId }, data: { usedAt: now } })
}
