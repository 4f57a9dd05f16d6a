import { isText, rowReader } from '../../access/rows.ts'
import { type PortfolioAccess, requireScope, type Visibility } from '../../access/visibility.ts'
import { inReadingOrder, instantText, type Params } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import type { ListCursors } from '../../schema/list-cursors.ts'
import { isCategory } from '../../values/categories.ts'
import { REGISTRY_ID } from '../../values/ids.ts'
import { parseInstant } from '../../values/instant.ts'
import type { AssetRow } from './asset.blocks.ts'
import { indexedValue, type Listing } from './asset.listing.ts'
import { visibleChangeTime, visibleTimes } from './change-times.ts'

export type AssetOrderField = 'market_value' | 'title' | 'category' | 'updated_at'
export type Direction = 'asc' | 'desc'

/** An order of a listing other than by registry id. Assets with equal values are ordered by their registry id. */
export interface AssetOrder {
  readonly field: AssetOrderField
  readonly direction: Direction
}

/** A position in an ordered listing: the value of the order as text, and the registry id. */
export interface OrderedPosition {
  readonly value: string
  readonly registryId: string
}

interface OrderKind {
  /** The SQL for the value of asset `a`. It is never null. */
  readonly sql: (visibility: Visibility, params: Params) => string
  readonly type: 'numeric' | 'text' | 'category' | 'timestamptz'
  /** The SQL for the text of a value. The text is exact. */
  readonly asText: (sql: string) => string
  /** Whether a text can be the value in a cursor. */
  readonly accepts: (text: string) => boolean
}

const DECIMAL = /^-?\d{1,20}(?:\.\d{1,4})?$/
const MAX_TITLE = 2_000

const KINDS: { readonly [Field in AssetOrderField]: OrderKind } = {
  market_value: {
    sql: () => indexedValue('a'),
    type: 'numeric',
    asText: (sql) => `${sql}::text`,
    accepts: (text) => DECIMAL.test(text),
  },
  // The index has the same collation.
  title: {
    sql: () => inReadingOrder('a.title'),
    type: 'text',
    asText: (sql) => sql,
    accepts: (text) => text.length > 0 && text.length <= MAX_TITLE,
  },
  // The order of the enum. The index is that of listings of one category.
  category: {
    sql: () => 'a.category',
    type: 'category',
    asText: (sql) => `${sql}::text`,
    accepts: isCategory,
  },
  updated_at: {
    sql: visibleChangeTime,
    type: 'timestamptz',
    asText: instantText,
    accepts: (text) => parseInstant(text) !== null,
  },
}

/** The order of the arguments; null: by registry id. Throws `insufficient_scope` if it would reveal hidden values. */
export function parseOrder(
  order: AssetOrder | null | undefined,
  { updatedSince }: Listing,
  { visibility }: PortfolioAccess,
): AssetOrder | null {
  if (!order) return null
  const { field, direction } = order
  if (field === 'market_value') requireScope(visibility, 'valuation', 'orderBy market_value')
  if (updatedSince !== null) throw invalidParameter('orderBy cannot be combined with updatedSince.')
  return { field, direction }
}

/**
 * Whether the page may be found by reading all assets of the portfolio. No index has the instant of the latest visible
 * change of some scopes, or the insurance value. The newest are found by the indexes of its parts, but not the oldest.
 */
export function readsWholePortfolio(listing: Listing, order: AssetOrder | null): boolean {
  const { search, underinsured } = listing
  return search !== null || underinsured === true || order?.field === 'updated_at'
}

/** The SQL for the value of the order of assets `a`. */
export function orderValue({ field }: AssetOrder, visibility: Visibility, params: Params): string {
  return KINDS[field].sql(visibility, params)
}

/**
 * The SQL for the first assets of an order that meet `where`, a condition on `a`: their registry ids, the texts of
 * their values, and their places. If it is null, they are read from `matched`: the ids and values of all that meet it.
 */
export function orderedSql(
  order: AssetOrder,
  visibility: Visibility,
  where: string | null,
  { limit, after }: { readonly limit: number; readonly after: OrderedPosition | null },
  params: Params,
): string {
  const { field, direction } = order
  const { type, asText } = KINDS[field]
  const value = where === null ? 'a.value' : orderValue(order, visibility, params)
  const from = where === null ? 'matched a WHERE true' : `assets a WHERE ${where}`
  // The assets with the highest maximum of several times are among those with the highest of one time, which an index has.
  const isNewestFirst = field === 'updated_at' && direction === 'desc' && where !== null
  const sources = isNewestFirst ? visibleTimes(visibility, params) : [value]
  const [word, comparison] = direction === 'asc' ? ['ASC', '>'] : ['DESC', '<']
  const position = after && `(${params.add(after.value)}::${type}, ${params.add(after.registryId)})`
  const most = params.add(limit)
  const parts = sources.map((source) => {
    const isAfter = [...new Set([source, value])]
      .map((each) => ` AND (${each}, a.registry_id) ${comparison} ${position}`)
      .join('')
    return `(SELECT a.registry_id, ${value} AS value FROM ${from}${position ? isAfter : ''}
      ORDER BY ${source} ${word}, a.registry_id ${word} LIMIT ${most})`
  })
  return `SELECT p.registry_id, ${asText('p.value')} AS order_value, row_number() OVER () AS place
    FROM (SELECT * FROM (${parts.join(' UNION ')}) found
           ORDER BY value ${word}, registry_id ${word} LIMIT ${most}) p`
}

const readValue = rowReader('assets', { order_value: isText })

/** The position in a cursor of a row that was read in an order. */
export function orderedPosition(row: AssetRow) {
  return [readValue(row).order_value, row.registry_id]
}

/** The position of a cursor of an ordered listing; null for no cursor. Throws `invalid_parameter`. */
export function parseOrderedPosition(
  cursors: ListCursors,
  cursor: string | null,
  { field }: AssetOrder,
): OrderedPosition | null {
  const { accepts } = KINDS[field]
  const members = cursors.read(cursor, (text) => (accepts(text) ? text : null), REGISTRY_ID)
  return members && { value: members[0], registryId: members[1] }
}
