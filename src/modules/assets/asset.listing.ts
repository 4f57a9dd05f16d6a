import { visibleAsset, visibleTombstone } from '../../access/asset-filter.sql.ts'
import { type PortfolioAccess, requireScope, type Visibility } from '../../access/visibility.ts'
import { type Params, someContains } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import { parseSearch } from '../../schema/list-search.ts'
import type { Category } from '../../values/categories.ts'
import { isPartOfRegistryId } from '../../values/ids.ts'

/** The filter of a listing, in addition to the visibility. */
export interface Listing {
  readonly category: Category | null
  readonly minValue: string | null
  readonly maxValue: string | null
  /** Only assets that changed strictly after this instant. */
  readonly updatedSince: Date | null
  readonly search: string | null
  /** Only assets whose insurance value is below their market value. Absent otherwise, so that other cursors stay valid. */
  readonly underinsured?: true
}

type ListingArgs = {
  readonly [Name in keyof Omit<Listing, 'underinsured'>]?: Listing[Name] | undefined
} & { readonly underinsured?: boolean | null | undefined }

/** The listing of the arguments. Throws `insufficient_scope` for a condition that would reveal hidden values. */
export function parseListing(args: ListingArgs, { visibility }: PortfolioAccess): Listing {
  if (args.minValue != null) requireScope(visibility, 'valuation', 'minValue')
  if (args.maxValue != null) requireScope(visibility, 'valuation', 'maxValue')
  const underinsured = args.underinsured === true
  if (underinsured) requireScope(visibility, 'valuation', 'underinsured')
  const search = parseSearch(args.search ?? '')
  // A tombstone has neither title nor insurance value, so a delta could not report which assets left the list.
  if (search !== null && args.updatedSince != null)
    throw invalidParameter('search cannot be combined with updatedSince.')
  if (underinsured && args.updatedSince != null)
    throw invalidParameter('underinsured cannot be combined with updatedSince.')
  return {
    category: args.category ?? null,
    minValue: args.minValue ?? null,
    maxValue: args.maxValue ?? null,
    updatedSince: args.updatedSince ?? null,
    search,
    ...(underinsured && { underinsured }),
  }
}

/** The condition that asset `alias` is in the listing. An asset without a value is in no value range. */
export function listedAsset(
  visibility: Visibility,
  listing: Listing,
  alias: string,
  params: Params,
): string {
  const listed = visibleAsset(visibility, alias, params) + narrowed(listing, alias, params)
  if (listing.search === null) return listed
  return `${listed} AND ${matchesSearch(listing.search, alias, params)}`
}

/** The condition that asset `alias` has the text in its title or registry id, in any case. */
export function matchesSearch(search: string, alias: string, params: Params): string {
  const ids = isPartOfRegistryId(search) ? [`${alias}.registry_id`] : []
  return someContains([`${alias}.title`], search, params, ids)
}

/** Whether a delta sync can continue from the listing: tombstones have what it asks for. */
export function startsDelta({ search, underinsured }: Listing): boolean {
  return search === null && !underinsured
}

/** Whether the listing has a condition on what an index other than that of the registry ids has. */
export function isMatchedByIndex(listing: Listing): boolean {
  const { search, minValue, maxValue, underinsured = false } = listing
  return search !== null || minValue !== null || maxValue !== null || underinsured
}

/** The condition that tombstone `alias` belongs to an asset that was in the listing. */
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
  // The condition of the index.
  if (listing.underinsured) sql += ` AND ${alias}.insurance_value < ${alias}.market_value`
  const { minValue, maxValue } = listing
  if (minValue === null && maxValue === null) return sql
  // A range below 0 has no asset without a value.
  sql += ` AND ${indexedValue(alias)} >= greatest(${params.add(minValue ?? '0')}::numeric, 0)`
  if (maxValue !== null) sql += ` AND ${indexedValue(alias)} <= ${params.add(maxValue)}::numeric`
  return sql
}

/** The SQL for the market value of asset `alias`: 0 or more, or −1 for none. The index has the same expression. */
export function indexedValue(alias: string): string {
  return `coalesce(${alias}.market_value, '-1'::numeric)`
}
