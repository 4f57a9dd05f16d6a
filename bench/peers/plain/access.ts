import { createHash } from 'node:crypto'
import {
  Category,
  type Grant,
  type Portfolio,
  type Prisma,
  type Scope,
} from './generated/prisma/client.ts'
import { prisma } from './prisma.ts'

/** The key of a request, looked up by the hash of its secret; throws if it is not valid. */
export async function authenticate(authorization: string | null) {
  const token = /^Bearer (\S{1,200})$/.exec(authorization ?? '')?.[1]
  if (!token) throw new Error('missing_api_key')
  const secret = await prisma.keySecret.findUnique({
    where: { hash: createHash('sha256').update(token).digest() },
    include: { key: true },
  })
  const now = new Date()
  if (secret?.key.state !== 'active') throw new Error('invalid_api_key')
  if (isPast(secret.expiresAt, now) || isPast(secret.key.expiresAt, now))
    throw new Error('expired_api_key')
  return secret.key
}

export type Key = Awaited<ReturnType<typeof authenticate>>

/** The active grant of a client to the key, with the client's portfolio; throws if there is none. */
export async function openGrant(key: Key, clientId: string) {
  const grant = await prisma.grant.findFirst({
    where: { keyId: key.id, clientId, state: 'active' },
    include: { portfolio: true },
  })
  if (!grant || isPast(grant.expiresAt, new Date())) throw new Error('no_active_grant')
  return grant
}

export type OpenGrant = Grant & { portfolio: Portfolio }

export function scopesOf(key: Key, grant: Grant): Set<Scope> {
  return new Set(grant.scopes.filter((scope) => key.scopes.includes(scope)))
}

/** The condition for an asset to be within a grant. */
export function whereGranted({
  clientId,
  filterType,
  filterValues,
}: Grant): Prisma.AssetWhereInput {
  switch (filterType) {
    case 'all':
      return { clientId }
    case 'category':
      return {
        AND: [{ clientId }, { OR: filterValues.map((value) => ({ category: asCategory(value) })) }],
      }
    case 'items':
      return { clientId, registryId: { in: filterValues } }
    case 'collection':
      return { clientId, collections: { some: { collectionId: { in: filterValues } } } }
    default:
      return filterType satisfies never
  }
}

function asCategory(value: string): Category {
  for (const category of Object.values(Category)) if (category === value) return category
  throw new Error('invalid filter')
}

function isPast(instant: Date | null, now: Date): boolean {
  return instant !== null && instant <= now
}
