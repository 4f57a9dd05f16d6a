import type { Person } from '../../access/caller.ts'
import { isSecretLive, keyStateAt, type LifeState, unexpiredWhere } from '../../access/liveness.ts'
import type { Database } from '../../database/client.ts'
import {
  countListed,
  type ListPosition,
  type ListRange,
  readOrdered,
} from '../../database/ordered.reads.ts'
import type {
  ApiKey,
  Firm,
  KeySecret,
  Prisma,
  PrismaClient,
} from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import { notFound, requireIdShape } from '../../values/record-id.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import { KEY_ORDERS, type KeyFilter, type KeyOrder, keysOfFirm } from './key-list.reads.ts'

/** The part of a secret that may be shown. */
export type ShownSecret = Pick<KeySecret, 'reference' | 'createdAt' | 'expiresAt'>

/** A key as it is at the instant of the read. */
export interface KeyDetails extends Omit<ApiKey, 'state'> {
  readonly state: LifeState
  readonly firm: Pick<Firm, 'id' | 'name' | 'tier'>
  /** The accepted secrets, newest first. */
  readonly secrets: readonly ShownSecret[]
}

const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const satisfies object[]

function keyInclude(now: Date) {
  return {
    firm: { select: { id: true, name: true, tier: true } },
    secrets: {
      where: unexpiredWhere(now),
      select: { reference: true, createdAt: true, expiresAt: true },
      orderBy: [{ createdAt: 'desc' }, { reference: 'asc' }],
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

/** A key in a list, and its position there. */
interface ListedKey {
  readonly key: KeyDetails
  readonly position: ListPosition
}

/** The filter and the order of a list of keys. */
interface KeyQuery extends KeyFilter {
  readonly order: KeyOrder
}

/** The same range of keys for each firm. Only firms that the person sees. */
export async function readFirmKeys(
  { pool, prisma }: Database,
  person: Person,
  firmIds: readonly string[],
  query: KeyQuery,
  range: ListRange,
  now: Date,
): Promise<ListedKey[]> {
  const order = KEY_ORDERS[query.order]
  const positions = await readOrdered(pool, keysOfFirm(query), order, firmIds, range, now)
  const ids = positions.map(({ id }) => id)
  const keys = new Map((await readKeys(prisma, person, ids, now)).map((key) => [key.id, key]))
  return positions.flatMap((position) => {
    const key = keys.get(position.id)
    return key ? { key, position } : []
  })
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

/** The number of keys that match the filter, by firm id. A firm without such keys is absent. */
export function countFirmKeys(
  { pool }: Database,
  firmIds: readonly string[],
  filter: KeyFilter,
  now: Date,
) {
  return countListed(pool, keysOfFirm(filter), firmIds, now)
}
