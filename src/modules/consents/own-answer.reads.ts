import type { LinkAnswer, PrismaClient } from '../../generated/prisma/client.ts'
import { type GrantDetails, readGrants } from '../grants/grant.reads.ts'

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

/** The maximum number of earlier grants to the firm that a request shows. */
export const SHOWN_GRANTS = 20

/** The newest grants that a client gave to any key of a firm, in every state. */
export async function readGrantsToFirm(
  prisma: PrismaClient,
  clientId: string,
  firmId: string,
  now: Date,
): Promise<GrantDetails[]> {
  const newest = await prisma.grant.findMany({
    where: { clientId, key: { firmId } },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: SHOWN_GRANTS,
  })
  return readGrants(
    prisma,
    newest.map(({ id }) => id),
    now,
  )
}
