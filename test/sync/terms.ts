import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { isExpired } from '../../src/access/liveness.ts'
import { GatewayError } from '../../src/errors.ts'
import type { PrismaClient } from '../../src/generated/prisma/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createGrant, updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { CATEGORIES, pick } from './draft.ts'
import type { DrawnTerms } from './history.ts'

/** Milliseconds until a grant expires; undefined: it does not. */
const LIFETIMES = [undefined, undefined, 3, 70, 3_000, 6_000_000] as const

/** Whose grant changes, and when. */
export interface Granting {
  /** The client as it is, for the names of assets and collections. */
  readonly prisma: PrismaClient
  readonly clientId: string
  readonly keyId: string
  readonly now: Date
}

/** Changes the grant of a key, through `writer`; gives one where there is none that can be changed. */
export async function changeTerms(
  granting: Granting,
  drawn: DrawnTerms,
  writer: PrismaClient,
): Promise<void> {
  const { prisma, clientId, keyId, now } = granting
  const { scopes, change } = drawn
  const grant = await prisma.grant.findFirst({
    where: { clientId, keyId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const filter = await filterOf(granting, drawn)
  const lifetime = pick(LIFETIMES, drawn.lifetime)
  const expiresAt = lifetime === undefined ? null : new Date(now.getTime() + lifetime)
  const isOver = grant !== null && isExpired(grant.expiresAt, now)
  try {
    if (!grant || grant.state === 'revoked' || (isOver && change === 'filter'))
      await createGrant(operator(writer, now), { clientId, keyId, scopes, filter })
    else if (change === 'revocation')
      await revokeGrant(operator(writer, now), { grantId: grant.id })
    else
      await updateGrant(operator(writer, now), {
        grantId: grant.id,
        ...(change !== 'filter' && change !== 'expiry' && { scopes }),
        ...(change !== 'scopes' && change !== 'expiry' && { filter }),
        ...(isOver && { expiresAt: null }),
        ...(change === 'expiry' && { expiresAt }),
      })
  } catch (thrown) {
    // Another transaction that was held meanwhile has revoked or replaced the grant.
    if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
  }
}

async function filterOf(
  { prisma, clientId }: Granting,
  { filter: { type, values } }: DrawnTerms,
): Promise<AssetFilter> {
  if (type === 'all') return { type }
  if (type === 'category')
    return { type, categories: [...new Set(values.map((value) => pick(CATEGORIES, value)))] }
  if (type === 'items') {
    const assets = await prisma.asset.findMany({
      where: { clientId },
      select: { registryId: true },
      orderBy: { registryId: 'asc' },
    })
    const picked = values.flatMap((value) => pick(assets, value)?.registryId ?? [])
    return { type, registryIds: [...new Set(picked)] }
  }
  const collections = await prisma.collection.findMany({
    where: { clientId },
    select: { id: true },
    orderBy: { ref: 'asc' },
  })
  return { type, collectionId: pick(collections, values[0] ?? 0)?.id ?? '' }
}
