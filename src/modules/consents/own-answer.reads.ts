import type pg from 'pg'
import { liveGrantSql, liveKeySql } from '../../access/liveness.ts'
import { isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import type { LinkAnswer, PrismaClient } from '../../generated/prisma/client.ts'

const readId = rowReader('grants', { id: isText })

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

/** The maximum number of grants to the firm that a request shows. */
export const SHOWN_GRANTS = 20

/**
 * The ids of all grants that a client gave to any key of a firm. Those under which a key can read now come first. Then
 * the newest comes first.
 */
export async function readGrantsToFirm(
  pool: pg.Pool,
  clientId: string,
  firmId: string,
  now: Date,
): Promise<string[]> {
  const canRead = `(${liveGrantSql('g', '$3')} AND ${liveKeySql('k', '$3')})`
  const rows = await readRows(
    pool,
    `SELECT g.id FROM grants g JOIN api_keys k ON k.id = g.key_id
      WHERE g.client_id = $1 AND k.firm_id = $2
      ORDER BY ${canRead} DESC, g.created_at DESC, g.id DESC`,
    [clientId, firmId, now],
    'grants_to_firm',
  )
  return rows.map((row) => readId(row).id)
}
