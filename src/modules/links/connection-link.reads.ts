import type pg from 'pg'
import type { AreaCaller } from '../../access/caller.ts'
import { isInstant, isOneOf, isText, orNull, type RowOf, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { isId, requireFound } from '../../values/ids.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import { KEY_OF_LINK, linkStates } from './link-state.reads.ts'

export type LinkDetails = Awaited<ReturnType<typeof readLinks>>[number]

const SHOWN_VISITS = 20

const INCLUDE = { key: { select: KEY_OF_LINK } } as const

// A key sees its own links, and a person those of the keys of the firms that they see.
function visibleKeys(caller: AreaCaller): Prisma.ApiKeyWhereInput {
  return caller.kind === 'partner' ? { id: caller.keyId } : { firm: visibleFirms(caller) }
}

/** Links by id, in no order, that the caller sees. */
export async function readLinks(
  prisma: PrismaClient,
  caller: AreaCaller,
  ids: readonly string[],
  now: Date,
) {
  const where = { id: { in: [...ids] }, key: visibleKeys(caller) }
  const links = await prisma.connectionLink.findMany({ where, include: INCLUDE })
  if (links.length === 0) return []
  const stateOf = await linkStates(prisma, links, now)
  return links.map((stored) => {
    const { key, ...link } = stored
    return { ...link, firmId: key.firmId, state: stateOf(stored) }
  })
}

/** A link that the caller sees. Throws `record_not_found`. */
export async function requireLink(prisma: PrismaClient, caller: AreaCaller, id: string, now: Date) {
  const [link] = isId('link', id) ? await readLinks(prisma, caller, [id], now) : []
  return requireFound(link, 'connection link')
}

const ANSWERS = ['approved', 'declined'] as const
const visit = {
  linkId: isText,
  clientId: isText,
  clientName: isText,
  answer: isOneOf(ANSWERS),
  answeredAt: isInstant,
  connectionId: orNull(isText),
}
const readVisit = rowReader('link_visits', visit)

/** A client's answer to a link. Releases before 0.3 also stored clients who had not answered; these are never read. */
export type Visit = RowOf<typeof visit>

/** The newest visits of each link, ordered by the instant of the answer. */
export async function readVisits(pool: pg.Pool, linkIds: readonly string[]): Promise<Visit[]> {
  const rows = await readRows(
    pool,
    `SELECT v.link_id AS "linkId", v.client_id AS "clientId", u.name AS "clientName",
            v.answer::text AS answer, v.answered_at AS "answeredAt", v.connection_id AS "connectionId"
       FROM (SELECT *, row_number() OVER (PARTITION BY link_id ORDER BY answered_at DESC, client_id) AS place
               FROM link_visits WHERE link_id = ANY ($1::text[]) AND answer IS NOT NULL) v
       JOIN users u ON u.id = v.client_id
      WHERE v.place <= ${SHOWN_VISITS} ORDER BY v.link_id, v.place`,
    [linkIds],
    'link_visits',
  )
  return rows.map(readVisit)
}

/** The number of clients who answered, by link id. A link without answers is absent. */
export async function countVisits(prisma: PrismaClient, linkIds: readonly string[]) {
  const where = { linkId: { in: [...linkIds] }, answer: { not: null } }
  const counts = await prisma.linkVisit.groupBy({ by: ['linkId'], where, _count: true })
  return new Map(counts.map(({ linkId, _count }) => [linkId, _count]))
}
