import type { LinkAnswer, PrismaClient } from '../../generated/prisma/client.ts'

/** A client's answer to a connection link. */
export interface OwnAnswer {
  readonly answer: LinkAnswer
  readonly at: Date
  /** The id with which the firm reads the outcome. Null for an answer from before connections had ids. */
  readonly connectionId: string | null
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
  const visit = await prisma.linkVisit.findUnique({ where: { linkId_clientId: where } })
  const connectionId = visit?.connectionId ?? null
  if (approval) return { answer: 'approved', at: approval.at, connectionId }
  if (!visit?.answer || !visit.answeredAt) return null
  return { answer: visit.answer, at: visit.answeredAt, connectionId }
}
