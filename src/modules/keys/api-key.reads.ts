import type pg from 'pg'
import type { Person } from '../../access/caller.ts'
import {
  isSecretLive,
  keyStateAt,
  type LifeState,
  liveGrantSql,
  liveGrantWhere,
  liveKeySql,
  unexpiredWhere,
} from '../../access/liveness.ts'
import { isNumber, isText, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'
import type {
  ApiKey,
  Environment,
  Firm,
  KeySecret,
  Prisma,
  PrismaClient,
} from '../../generated/prisma/client.ts'
import { isId, notFound, requireIdShape } from '../../values/ids.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import { managedKeys } from '../firms/firm-roles.ts'

export type ShownSecret = Pick<KeySecret, 'reference' | 'createdAt' | 'expiresAt'>

export interface KeyDetails extends Omit<ApiKey, 'state'> {
  readonly state: LifeState
  readonly firm: Pick<Firm, 'id' | 'name' | 'tier'>
  /** The accepted secrets: first the one without an end, then those that end later. */
  readonly secrets: readonly ShownSecret[]
}

const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const satisfies object[]

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

function describeKey(
  key: ApiKey & { firm: KeyDetails['firm']; secrets: ShownSecret[] },
  now: Date,
): KeyDetails {
  const secrets = key.secrets.filter((secret) => isSecretLive(secret, key, now))
  return { ...key, state: keyStateAt(key, now), secrets }
}

/** A key of a firm that the person sees. Throws `record_not_found` for any other. */
export async function requireKey(
  prisma: PrismaClient,
  person: Person,
  id: string,
  now: Date,
): Promise<KeyDetails> {
  if (!isId('key', id)) throw notFound('key')
  const where = { id, firm: visibleFirms(person) }
  const key = await prisma.apiKey.findFirst({ where, include: keyInclude(now) })
  if (!key) throw notFound('key')
  return describeKey(key, now)
}

/** Keys by id, newest first, of the firms that the person sees. */
export async function readKeys(
  prisma: PrismaClient,
  person: Person,
  ids: readonly string[],
  now: Date,
): Promise<KeyDetails[]> {
  const keys = await prisma.apiKey.findMany({
    where: { id: { in: [...ids] }, firm: visibleFirms(person) },
    include: keyInclude(now),
    orderBy: [...NEWEST_FIRST],
  })
  return keys.map((key) => describeKey(key, now))
}

/** The keys among these that the person manages. */
export async function readManaged(
  prisma: PrismaClient,
  person: Person,
  keyIds: readonly string[],
): Promise<Map<string, true>> {
  const where = { id: { in: [...keyIds] }, ...managedKeys(person) }
  const keys = await prisma.apiKey.findMany({ where, select: { id: true } })
  return new Map(keys.map(({ id }) => [id, true]))
}

/** Every key that a firm ever had, oldest first, for operators. Throws `record_not_found`. */
export async function listKeys(
  prisma: PrismaClient,
  firmId: string,
  now: Date,
): Promise<KeyDetails[]> {
  requireIdShape('firm', firmId)
  if (!(await prisma.firm.findUnique({ where: { id: firmId } }))) throw notFound('firm')
  const keys = await prisma.apiKey.findMany({
    where: { firmId },
    include: keyInclude(now),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return keys.map((key) => describeKey(key, now))
}

const readCount = rowReader('grants', { firmId: isText, total: isNumber })

/** The number of clients with an active grant to a key, by key id. A key without clients is absent. */
export async function countKeyClients(prisma: PrismaClient, keyIds: readonly string[], now: Date) {
  const where = { keyId: { in: [...keyIds] }, ...liveGrantWhere(now) }
  const counts = await prisma.grant.groupBy({ by: ['keyId'], where, _count: true })
  return new Map(counts.map(({ keyId, _count }) => [keyId, _count]))
}

/**
 * The number of clients with an active grant to any live key of a firm, by firm id: of an environment, unless that is
 * null. The sandbox client of the firm is not counted. A firm without clients is absent.
 */
export async function countFirmClients(
  pool: pg.Pool,
  firmIds: readonly string[],
  environment: Environment | null,
  now: Date,
) {
  const rows = await readRows(
    pool,
    `SELECT k.firm_id AS "firmId", count(DISTINCT g.client_id)::int AS total
       FROM api_keys k JOIN grants g ON g.key_id = k.id
       JOIN users u ON u.id = g.client_id AND u.sandbox_firm_id IS NULL
      WHERE k.firm_id = ANY ($1::text[]) AND ($3::text IS NULL OR k.environment::text = $3) AND ${liveKeySql('k', '$2::timestamptz')}
        AND ${liveGrantSql('g', '$2::timestamptz')}
      GROUP BY k.firm_id`,
    [firmIds, now, environment],
    'firm_clients',
  )
  return new Map(rows.map(readCount).map(({ firmId, total }) => [firmId, total]))
}
