import { lifeStateAt, liveWhere, unexpiredWhere } from '../../access/liveness.ts'
import type { Grant, Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { isId, notFound, requireFound, requireIdShape } from '../../values/ids.ts'
import type { Reader } from '../audit/acting-person.ts'
import { visibleFirms } from '../firms/firm.reads.ts'
import { readIdentity } from '../firms/firm-identity.ts'

export type GrantKey = ReturnType<typeof describeGrantKey>

/** A grant as it is at the instant of the read, with its client, and the data of the key that the client may know. */
export type GrantDetails = Awaited<ReturnType<typeof findGrants>>[number]

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

/** A key as its clients see it, with the public characters of the newest secret that has not expired. */
export function describeGrantKey({ secrets, ...key }: SelectedKey, now: Date) {
  const state = lifeStateAt(key, now)
  const firm = { ...key.firm, identity: readIdentity(key.firm.identity) }
  return { ...key, firm, state, reference: secrets[0]?.reference ?? null }
}

/** A grant in the names of the API, without the notes of the feed; its state is the state at `now`. */
export function describeGrant(
  { filterType, feedVersion: _version, feedState: _state, ...grant }: Grant,
  now: Date,
) {
  return { ...grant, assetFilter: filterType, state: lifeStateAt(grant, now) }
}

/** A grant that the person sees: its client, the members of the key's firm, and staff. Throws `record_not_found`. */
export async function requireGrant(reader: Reader, id: string): Promise<GrantDetails> {
  if (!isId('grant', id)) throw notFound('grant')
  const { prisma, person, now } = reader
  const grant = requireFound((await findGrants(prisma, { id }, now))[0], 'grant')
  if (grant.clientId === person.userId) return grant
  if ((await seenKeys(reader, [grant.keyId])).length === 0) throw notFound('grant')
  return grant
}

// The keys among these whose firm the person sees. Citus does not join grants, which are distributed, with members.
async function seenKeys({ prisma, person }: Reader, keyIds: readonly string[]): Promise<string[]> {
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
  const [grant] = await findGrants(prisma, { keyId, clientId, ...liveWhere(now) }, now)
  return grant ?? null
}

/** Grants by id that meet a further condition, newest first. The caller must have been checked. */
export function readGrants(
  prisma: PrismaClient,
  ids: readonly string[],
  now: Date,
  condition: Prisma.GrantWhereInput = {},
): Promise<GrantDetails[]> {
  return findGrants(prisma, { ...condition, id: { in: [...ids] } }, now)
}

/** Grants by id, if they are of these keys and the person sees the firms of the keys. */
export async function readKeyGrants(
  reader: Reader,
  ids: readonly string[],
  keyIds: readonly string[],
): Promise<GrantDetails[]> {
  const seen = await seenKeys(reader, keyIds)
  return readGrants(reader.prisma, ids, reader.now, { keyId: { in: seen } })
}

/** Every grant that a client ever gave, oldest first, for operators. Throws `record_not_found`. */
export async function listGrants(prisma: PrismaClient, clientId: string, now: Date) {
  requireIdShape('user', clientId, 'client')
  if (!(await prisma.portfolio.findUnique({ where: { clientId } }))) throw notFound('client')
  return (await findGrants(prisma, { clientId }, now)).reverse()
}

async function findGrants(prisma: PrismaClient, where: Prisma.GrantWhereInput, now: Date) {
  const grants = await prisma.grant.findMany({
    where,
    include: {
      key: { select: grantKeySelect(now) },
      portfolio: { select: { client: { select: { id: true, name: true, sandboxFirmId: true } } } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return grants.map(({ key, portfolio, ...grant }) => ({
    ...describeGrant(grant, now),
    key: describeGrantKey(key, now),
    client: portfolio.client,
  }))
}
