import type { Person } from '../../access/caller.ts'
import { isId } from '../../access/ids.ts'
import {
  grantStateAt,
  keyStateAt,
  type LifeState,
  liveGrantWhere,
  liveKeyWhere,
  unexpiredWhere,
} from '../../access/liveness.ts'
import { notFound, requireIdShape } from '../../access/record-id.ts'
import type { Database } from '../../database/client.ts'
import { readNewestIds, type TimePosition, type TimeRange } from '../../database/newest.reads.ts'
import type {
  ApiKey,
  Firm,
  Grant,
  Prisma,
  PrismaClient,
  User,
} from '../../generated/prisma/client.ts'
import { visibleFirms } from './firm.reads.ts'

/** As much of a key as its clients may know. */
export interface GrantKey extends Pick<ApiKey, 'id' | 'name' | 'environment' | 'scopes'> {
  readonly state: LifeState
  readonly firm: Pick<Firm, 'id' | 'name'>
  /** The public characters of the newest secret that has not expired. */
  readonly reference: string | null
}

/** A grant as it is at the instant of the read, with as much of its key and its client as either may know of the other. */
export interface GrantDetails extends ReturnType<typeof describeGrant> {
  readonly key: GrantKey
  readonly client: Pick<User, 'id' | 'name' | 'sandboxFirmId'>
}

/** A range of a client's grants: the active ones first, both parts newest first. */
export interface ClientGrantRange extends TimeRange {
  /** Whether the grant that the range comes after is active. */
  readonly afterActive: boolean
}

const GRANTS_OF_KEY = { table: 'grants', parent: 'key_id', at: 'created_at' }

/** The columns of a key that its clients may know. */
export function grantKeySelect(now: Date) {
  return {
    id: true,
    name: true,
    environment: true,
    scopes: true,
    state: true,
    expiresAt: true,
    firm: { select: { id: true, name: true } },
    secrets: {
      where: unexpiredWhere(now),
      select: { reference: true },
      orderBy: [{ createdAt: 'desc' }, { reference: 'asc' }],
    },
  } satisfies Prisma.ApiKeySelect
}

type SelectedKey = Prisma.ApiKeyGetPayload<{ select: ReturnType<typeof grantKeySelect> }>

export function describeGrantKey({ secrets, expiresAt, ...key }: SelectedKey, now: Date): GrantKey {
  const state = keyStateAt({ state: key.state, expiresAt }, now)
  return { ...key, state, reference: secrets[0]?.reference ?? null }
}

function grantInclude(now: Date) {
  return {
    key: { select: grantKeySelect(now) },
    portfolio: { select: { client: { select: { id: true, name: true, sandboxFirmId: true } } } },
  } satisfies Prisma.GrantInclude
}

type IncludedGrant = Prisma.GrantGetPayload<{ include: ReturnType<typeof grantInclude> }>

/** A grant in the names of the API; its state is that of `now`. */
export function describeGrant({ filterType, ...grant }: Grant, now: Date) {
  return { ...grant, assetFilter: filterType, state: grantStateAt(grant, now) }
}

function describeIncluded({ key, portfolio, ...grant }: IncludedGrant, now: Date): GrantDetails {
  const described = describeGrant(grant, now)
  return { ...described, key: describeGrantKey(key, now), client: portfolio.client }
}

/** A grant that the person sees: its client, the members of the key's firm, and staff. Throws `record_not_found`. */
export async function requireGrant(
  prisma: PrismaClient,
  person: Person,
  id: string,
  now: Date,
): Promise<GrantDetails> {
  if (!isId('grant', id)) throw notFound('grant')
  const grant = await prisma.grant.findFirst({ where: { id }, include: grantInclude(now) })
  if (!grant || !(await seesGrant(prisma, person, grant))) throw notFound('grant')
  return describeIncluded(grant, now)
}

// A statement of its own: Citus does not join grants, which are distributed, with members, which are not.
async function seesGrant(
  prisma: PrismaClient,
  person: Person,
  { clientId, keyId }: Grant,
): Promise<boolean> {
  if (clientId === person.userId) return true
  return (await seenKeys(prisma, person, [keyId])).length > 0
}

// Those of the keys whose firm the person sees.
async function seenKeys(
  prisma: PrismaClient,
  person: Person,
  keyIds: readonly string[],
): Promise<string[]> {
  const where = { id: { in: [...keyIds] }, firm: visibleFirms(person) }
  const keys = await prisma.apiKey.findMany({ where, select: { id: true } })
  return keys.map(({ id }) => id)
}

/** The client's active grant to the key; null where there is none. */
export async function findActiveGrant(
  prisma: PrismaClient,
  clientId: string,
  keyId: string,
  now: Date,
): Promise<GrantDetails | null> {
  const where = { keyId, clientId, ...liveGrantWhere(now) }
  const grant = await prisma.grant.findFirst({ where, include: grantInclude(now) })
  return grant && describeIncluded(grant, now)
}

/** The same range of grants of each key, newest first, of the firms that the person sees. */
export async function readKeyGrants(
  { pool, prisma }: Database,
  person: Person,
  keyIds: readonly string[],
  range: TimeRange,
  now: Date,
): Promise<GrantDetails[]> {
  const seen = await seenKeys(prisma, person, keyIds)
  const ids = await readNewestIds(pool, GRANTS_OF_KEY, seen, range)
  return listNewest(prisma, { id: { in: ids }, keyId: { in: seen } }, ids.length, now)
}

/** A page of the grants that a client gave. The caller has been checked: that client, or staff. */
export async function readClientGrants(
  prisma: PrismaClient,
  clientId: string,
  { after, afterActive, limit }: ClientGrantRange,
  now: Date,
): Promise<GrantDetails[]> {
  const live = liveGrantWhere(now)
  const past = after !== null && !afterActive
  const activeWhere = { clientId, AND: [live, createdBefore(after)] }
  const active = past ? [] : await listNewest(prisma, activeWhere, limit, now)
  if (active.length === limit) return active
  const endedWhere = { clientId, NOT: live, ...createdBefore(past ? after : null) }
  return [...active, ...(await listNewest(prisma, endedWhere, limit - active.length, now))]
}

/** A range of the client's grants under which a key can read now, newest first: the key is live as well. */
export async function readLiveGrants(
  prisma: PrismaClient,
  clientId: string,
  { after, limit }: TimeRange,
  now: Date,
): Promise<GrantDetails[]> {
  const where = {
    clientId,
    key: liveKeyWhere(now),
    AND: [liveGrantWhere(now), createdBefore(after)],
  }
  return listNewest(prisma, where, limit, now)
}

/** Every grant that a client ever gave, oldest first, for operators. Throws `record_not_found`. */
export async function listGrants(
  prisma: PrismaClient,
  clientId: string,
  now: Date,
): Promise<GrantDetails[]> {
  requireIdShape('user', clientId, 'client')
  if (!(await prisma.portfolio.findUnique({ where: { clientId } }))) throw notFound('client')
  const grants = await prisma.grant.findMany({
    where: { clientId },
    include: grantInclude(now),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return grants.map((grant) => describeIncluded(grant, now))
}

/** Grants by id, newest first, for staff: the caller has been checked. */
export function readGrants(
  prisma: PrismaClient,
  ids: readonly string[],
  now: Date,
): Promise<GrantDetails[]> {
  return listNewest(prisma, { id: { in: [...ids] } }, ids.length, now)
}

async function listNewest(
  prisma: PrismaClient,
  where: Prisma.GrantWhereInput,
  take: number,
  now: Date,
): Promise<GrantDetails[]> {
  const grants = await prisma.grant.findMany({
    where,
    include: grantInclude(now),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })
  return grants.map((grant) => describeIncluded(grant, now))
}

// Where a list goes on that is ordered by creation, newest first.
function createdBefore(position: TimePosition | null): Prisma.GrantWhereInput {
  if (position === null) return {}
  const { at, id } = position
  return { OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: id } }] }
}
