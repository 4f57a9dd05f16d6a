import type { Person } from '../../access/caller.ts'
import {
  grantStateAt,
  keyStateAt,
  type LifeState,
  liveGrantWhere,
  unexpiredWhere,
} from '../../access/liveness.ts'
import type {
  ApiKey,
  Firm,
  Grant,
  Prisma,
  PrismaClient,
  User,
} from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import { notFound, requireIdShape } from '../../values/record-id.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import { type FirmIdentity, readIdentity } from '../firms/firm-identity.ts'

/** The data of a key that its clients may know. */
export interface GrantKey
  extends Pick<ApiKey, 'id' | 'name' | 'environment' | 'scopes' | 'revokedAt' | 'expiresAt'> {
  readonly state: LifeState
  readonly firm: Pick<Firm, 'id' | 'name' | 'plan' | 'planState'> & {
    readonly identity: FirmIdentity | null
  }
  /** The public characters of the newest secret that has not expired. */
  readonly reference: string | null
}

/**
 * A grant as it is at the instant of the read, with the data that its client may know of the key, and the firm of the
 * client.
 */
export interface GrantDetails extends ReturnType<typeof describeGrant> {
  readonly key: GrantKey
  readonly client: Pick<User, 'id' | 'name' | 'sandboxFirmId'>
}

/** The columns of a key that its clients may know. */
export function grantKeySelect(now: Date) {
  return {
    id: true,
    name: true,
    environment: true,
    scopes: true,
    state: true,
    expiresAt: true,
    revokedAt: true,
    firm: { select: { id: true, name: true, plan: true, planState: true, identity: true } },
    secrets: {
      where: unexpiredWhere(now),
      select: { reference: true },
      orderBy: [{ createdAt: 'desc' }, { reference: 'asc' }],
    },
  } satisfies Prisma.ApiKeySelect
}

type SelectedKey = Prisma.ApiKeyGetPayload<{ select: ReturnType<typeof grantKeySelect> }>

export function describeGrantKey({ secrets, ...key }: SelectedKey, now: Date): GrantKey {
  const state = keyStateAt(key, now)
  const firm = { ...key.firm, identity: readIdentity(key.firm.identity) }
  return { ...key, firm, state, reference: secrets[0]?.reference ?? null }
}

function grantInclude(now: Date) {
  return {
    key: { select: grantKeySelect(now) },
    portfolio: { select: { client: { select: { id: true, name: true, sandboxFirmId: true } } } },
  } satisfies Prisma.GrantInclude
}

type IncludedGrant = Prisma.GrantGetPayload<{ include: ReturnType<typeof grantInclude> }>

/** A grant in the names of the API; its state is the state at `now`. */
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

// This is a separate statement because Citus does not join grants, which are distributed, with members, which are not.
async function seesGrant(
  prisma: PrismaClient,
  person: Person,
  { clientId, keyId }: Grant,
): Promise<boolean> {
  if (clientId === person.userId) return true
  return (await seenKeys(prisma, person, [keyId])).length > 0
}

// The keys among these whose firm the person sees.
async function seenKeys(
  prisma: PrismaClient,
  person: Person,
  keyIds: readonly string[],
): Promise<string[]> {
  const where = { id: { in: [...keyIds] }, firm: visibleFirms(person) }
  const keys = await prisma.apiKey.findMany({ where, select: { id: true } })
  return keys.map(({ id }) => id)
}

/** The client's active grant to the key; null if there is none. */
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

/** Grants by id that meet a further condition, newest first. The caller must have been checked. */
export async function readGrants(
  prisma: PrismaClient,
  ids: readonly string[],
  now: Date,
  condition: Prisma.GrantWhereInput = {},
): Promise<GrantDetails[]> {
  const grants = await prisma.grant.findMany({
    where: { ...condition, id: { in: [...ids] } },
    include: grantInclude(now),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return grants.map((grant) => describeIncluded(grant, now))
}

/** Grants by id, if they are of these keys and the person sees the firms of the keys. */
export async function readKeyGrants(
  prisma: PrismaClient,
  person: Person,
  ids: readonly string[],
  keyIds: readonly string[],
  now: Date,
): Promise<GrantDetails[]> {
  const seen = await seenKeys(prisma, person, keyIds)
  return readGrants(prisma, ids, now, { keyId: { in: seen } })
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
