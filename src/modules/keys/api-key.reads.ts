import type pg from 'pg'
import {
  isSecretLive,
  lifeStateAt,
  liveSql,
  liveWhere,
  unexpiredWhere,
} from '../../access/liveness.ts'
import { isNumber, isText, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import { groupBy } from '../../values/group-by.ts'
import { isId, notFound, requireFound, requireIdShape } from '../../values/ids.ts'
import type { Reader } from '../audit/acting-person.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import { managedKeys } from '../firms/firm-roles.ts'

export type KeyDetails = ReturnType<typeof describeKey>
export type ShownSecret = KeyDetails['secrets'][number]

function keyInclude(now: Date) {
  return {
    firm: { select: { id: true, name: true, tier: true } },
    secrets: {
      where: unexpiredWhere(now),
      select: { reference: true, createdAt: true, expiresAt: true },
      // The one without an end comes first.
      orderBy: [
        { expiresAt: { sort: 'desc', nulls: 'first' } },
        { createdAt: 'desc' },
        { reference: 'asc' },
      ],
    },
  } satisfies Prisma.ApiKeyInclude
}

type KeyRow = Prisma.ApiKeyGetPayload<{ include: ReturnType<typeof keyInclude> }>

// The accepted secrets: first the one without an end, then those that end later.
function describeKey(key: KeyRow, now: Date) {
  const secrets = key.secrets.filter((secret) => isSecretLive(secret, key, now))
  return { ...key, state: lifeStateAt(key, now), secrets }
}

/** A key of a firm that the person sees. Throws `record_not_found` for any other. */
export async function requireKey(reader: Reader, id: string): Promise<KeyDetails> {
  const [key] = isId('key', id) ? await readKeys(reader, [id]) : []
  return requireFound(key, 'key')
}

/** Keys by id, newest first, of the firms that the person sees. */
export async function readKeys({ prisma, person, now }: Reader, ids: readonly string[]) {
  const keys = await prisma.apiKey.findMany({
    where: { id: { in: [...ids] }, firm: visibleFirms(person) },
    include: keyInclude(now),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return keys.map((key) => describeKey(key, now))
}

/** Whether the person manages the key of an object; read together with those of the page. */
export async function isManaged(
  { keyId, loaders }: { readonly keyId: string; readonly loaders: PageLoaders },
  { prisma, person }: Pick<Reader, 'prisma' | 'person'>,
): Promise<boolean> {
  const read = async (keyIds: readonly string[]) => {
    const where = { id: { in: [...keyIds] }, ...managedKeys(person) }
    const keys = await prisma.apiKey.findMany({ where, select: { id: true } })
    return new Map(keys.map(({ id }) => [id, true]))
  }
  return (await loaders.load('managed', keyId, read)) === true
}

/** Every key that a firm ever had, oldest first, for operators. Throws `record_not_found`. */
export async function listKeys(prisma: PrismaClient, firmId: string, now: Date) {
  requireIdShape('firm', firmId)
  if (!(await prisma.firm.findUnique({ where: { id: firmId } }))) throw notFound('firm')
  const keys = await prisma.apiKey.findMany({
    where: { firmId },
    include: keyInclude(now),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return keys.map((key) => describeKey(key, now))
}

const readCount = rowReader('grants', { firmId: isText, environment: isText, total: isNumber })

/** The number of clients with an active grant to a key, by key id. A key without clients is absent. */
export async function countKeyClients(prisma: PrismaClient, keyIds: readonly string[], now: Date) {
  const where = { keyId: { in: [...keyIds] }, ...liveWhere(now) }
  const counts = await prisma.grant.groupBy({ by: ['keyId'], where, _count: true })
  return new Map(counts.map(({ keyId, _count }) => [keyId, _count]))
}

// Each client is distinguished once, and the sandbox clients, at most one of each firm, are left out after that.
const FIRM_CLIENTS = `SELECT firm_id AS "firmId", environment::text AS environment, count(*)::int AS total
   FROM (SELECT DISTINCT k.firm_id, k.environment, g.client_id FROM api_keys k JOIN grants g ON g.key_id = k.id
          WHERE k.firm_id = ANY ($1::text[]) AND ${liveSql('k', '$2::timestamptz')} AND ${liveSql('g', '$2::timestamptz')}) clients
  WHERE client_id NOT IN (SELECT id FROM users WHERE sandbox_firm_id IS NOT NULL)
  GROUP BY firm_id, environment`

/**
 * The numbers of clients with an active grant to any live key of a firm, by firm id: one for each environment that has
 * some. A client is of one environment. The sandbox client of the firm is not counted.
 */
export async function countFirmClients(pool: pg.Pool, firmIds: readonly string[], now: Date) {
  const rows = await readRows(pool, FIRM_CLIENTS, [firmIds, now], 'firm_clients')
  return groupBy(rows.map(readCount), ({ firmId }) => firmId)
}
