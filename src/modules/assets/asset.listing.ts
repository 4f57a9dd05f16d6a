import { visibleAsset, visibleTombstone } from '../../access/asset-filter.sql.ts'
import type { Category } from '../../access/categories.ts'
import { requireScope, type Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'

/** The filter of a listing, beside the visibility. */
export interface Listing {
  readonly category: Category | null
  readonly minValue: string | null
  readonly maxValue: string | null
  /** Only what changed strictly after this. */
  readonly updatedSince: Date | null
}

export interface ListingArgs {
  readonly category?: Category | null | undefined
  readonly minValue?: string | null | undefined
  readonly maxValue?: string | null | undefined
  readonly updatedSince?: Date | null | undefined
}

/**
 * The listing that the arguments describe. Throws `insufficient_scope` for a value range without the
 * valuation scope, since the match would reveal values.
 */
export function parseListing(args: ListingArgs, visibility: Visibility): Listing {
  if (args.minValue != null) requireScope(visibility, 'valuation', 'min_value')
  if (args.maxValue != null) requireScope(visibility, 'valuation', 'max_value')
  return {
    category: args.category ?? null,
    minValue: args.minValue ?? null,
    maxValue: args.maxValue ?? null,
    updatedSince: args.updatedSince ?? null,
  }
}

/** The condition for asset `alias` to be in the listing; an asset without a value is in no value range. */
export function listedAsset(
  visibility: Visibility,
  listing: Listing,
  alias: string,
  params: Params,
): string {
  return visibleAsset(visibility, alias, params) + narrowed(listing, alias, params)
}

/** The condition for tombstone `alias` to be of an asset that was in the listing. */
export function listedTombstone(
  visibility: Visibility,
  listing: Listing,
  alias: string,
  params: Params,
): string {
  return visibleTombstone(visibility, alias, params) + narrowed(listing, alias, params)
}

function narrowed(listing: Listing, alias: string, params: Params): string {
  let sql = ''
  if (listing.category) sql += ` AND ${alias}.category = ${params.add(listing.category)}::category`
  if (listing.minValue !== null)
    sql += ` AND ${alias}.market_value >= ${params.add(listing.minValue)}::numeric`
  if (listing.maxValue !== null)
    sql += ` AND ${alias}.market_value <= ${params.add(listing.maxValue)}::numeric`
  return sql
}
