import { type AssetFilter, filterValues } from '../../access/asset-filter.ts'
import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Grant, Prisma } from '../../generated/prisma/client.ts'

/** What a grant allows, as it is stored. */
export type Terms = Pick<Grant, 'scopes' | 'filterType' | 'filterValues' | 'expiresAt'>

/**
 * A filter as it is stored, its values in order. Throws `invalid_parameter` where it names an asset
 * or a collection that this client does not have.
 */
export async function storeFilter(
  tx: Transaction,
  clientId: string,
  filter: AssetFilter,
): Promise<Pick<Terms, 'filterType' | 'filterValues'>> {
  const values = filterValues(filter).sort()
  if (filter.type === 'items') await requireAssets(tx, clientId, values)
  if (filter.type === 'collection') await requireCollection(tx, clientId, filter.collectionId)
  return { filterType: filter.type, filterValues: values }
}

export function sameTerms(left: Terms, right: Terms): boolean {
  return JSON.stringify(describeTerms(left)) === JSON.stringify(describeTerms(right))
}

/** The terms in the interface's own words, for the audit log. */
export function describeTerms(terms: Terms): Prisma.InputJsonObject {
  return {
    scopes: [...terms.scopes],
    asset_filter: terms.filterType,
    filter_values: [...terms.filterValues],
    expires_at: terms.expiresAt?.toISOString() ?? null,
  }
}

async function requireAssets(tx: Transaction, clientId: string, registryIds: string[]) {
  const found = await tx.asset.findMany({
    where: { clientId, registryId: { in: registryIds } },
    select: { registryId: true },
  })
  const known = new Set(found.map((asset) => asset.registryId))
  const unknown = registryIds.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw invalidFilter(`items takes registry ids of this client's assets; ${unknown} is not one`)
}

async function requireCollection(tx: Transaction, clientId: string, id: string) {
  const collection = await tx.collection.findUnique({ where: { clientId_id: { clientId, id } } })
  if (!collection) throw invalidFilter('collection takes the id of a collection of this client')
}

function invalidFilter(reason: string): GatewayError {
  return new GatewayError('invalid_parameter', `asset_filter: ${reason}.`)
}
