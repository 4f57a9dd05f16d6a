import type { LinkAnswer, PrismaClient } from '../../generated/prisma/client.ts'

/** A client's answer to a connection link. */
export interface OwnAnswer {
  readonly answer: LinkAnswer
  readonly at: Date
}

/**
 * The client's own answer to a link; null if they gave none. An approval is stored as long as its grant, and no later
 * answer replaces it.
 */
export async function readOwnAnswer(
  prisma: PrismaClient,
  linkId: string,
  clientId: string,
): Promise<OwnAnswer | null> {
  const where = { clientId, linkId }
  const approval = await prisma.consent.findFirst({ where, orderBy: { at: 'desc' } })
  if (approval) return { answer: 'approved', at: approval.at }
  const visit = await prisma.linkVisit.findUnique({ where: { linkId_clientId: where } })
  return visit?.answer && visit.answeredAt ? { answer: visit.answer, at: visit.answeredAt } : null
}
