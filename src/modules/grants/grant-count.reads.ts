import type pg from 'pg'
import { liveGrantSql, liveGrantWhere, liveKeySql } from '../../access/liveness.ts'
import { isNumber, isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'

const readCount = rowReader('grants', { firmId: isText, total: isNumber })

/** The number of clients with an active grant to a key, by key id. A key without clients is absent. */
export function countKeyClients(prisma: PrismaClient, keyIds: readonly string[], now: Date) {
  return countByKey(prisma, { keyId: { in: [...keyIds] }, ...liveGrantWhere(now) })
}

/**
 * The number of clients with an active grant to any live key of a firm, by firm id. The sandbox client of the firm is
 * not counted. A firm without clients is absent.
 */
export async function countFirmClients(pool: pg.Pool, firmIds: readonly string[], now: Date) {
  const rows = await readRows(
    pool,
    `SELECT k.firm_id AS "firmId", count(DISTINCT g.client_id)::int AS total
       FROM api_keys k JOIN grants g ON g.key_id = k.id
       JOIN users u ON u.id = g.client_id AND u.sandbox_firm_id IS NULL
      WHERE k.firm_id = ANY ($1::text[]) AND ${liveKeySql('k', '$2::timestamptz')}
        AND ${liveGrantSql('g', '$2::timestamptz')}
      GROUP BY k.firm_id`,
    [firmIds, now],
    'firm_clients',
  )
  return new Map(rows.map(readCount).map(({ firmId, total }) => [firmId, total]))
}

async function countByKey(prisma: PrismaClient, where: Prisma.GrantWhereInput) {
  const counts = await prisma.grant.groupBy({ by: ['keyId'], where, _count: true })
  return new Map(counts.map(({ keyId, _count }) => [keyId, _count]))
}
