import type { GraphQLResolveInfo } from 'graphql'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { recordRead } from '../../load/request-usage.ts'
import { type Context, poolOf } from '../../schema/builder.ts'
import { boundTo, cursorsOf, type ListCursors } from '../../schema/list-cursors.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { createConnection, type PageRequest, RowEdge } from '../../schema/paging.ts'
import { selectedFields } from '../../schema/selection.ts'
import { REGISTRY_ID } from '../../values/ids.ts'
import { parseInstant } from '../../values/instant.ts'
import type { AssetRow } from './asset.blocks.ts'
import { type Change, countChanges, readChanges } from './asset.changes.ts'
import { type Listing, startsDelta } from './asset.listing.ts'
import { knownNewest, newestOf } from './asset.newest.ts'
import {
  type AssetOrder,
  type OrderedPosition,
  orderedPosition,
  parseOrderedPosition,
} from './asset.order.ts'
import { type AssetConnection, type AssetPage, inSlices, inTurn } from './asset.page.ts'
import { readAssets } from './asset.reads.ts'
import { deltaWalkEnd, fullWalkStart, isComplete, isUnchangedSince } from './asset.sync.ts'
import { type Asset, toAsset } from './asset.type.ts'

/** A page of the listing, by registry id or in the given order. For a delta, a page of changes, by instant. */
export async function listAssets(
  access: PortfolioAccess,
  listing: Listing,
  order: AssetOrder | null,
  page: PageRequest,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AssetConnection> {
  const { request } = context
  const since = listing.updatedSince
  const list = [boundTo(access), { ...listing }]
  const cursors = order
    ? cursorsOf(context, 'ordered assets', ...list, { ...order })
    : cursorsOf(context, 'assets', ...list)
  const parts = selectedFields(info, [])
  const requested = selectedFields(info, ['nodes'], ['edges', 'node'])
  const counted = parts.has('totalCount')
  const walk = { access, listing, page, cursors, context, requested, counted }
  const connection = await inTurn(access, page, context, () =>
    // An order has no `updatedSince`.
    since === null ? listRows(walk, order) : listChanges(walk, since),
  )
  // A cursor contains the registry id of its asset, so a page of cursors counts as read.
  const given = ['nodes', 'edges', 'pageInfo'].some((part) => parts.has(part))
  recordRead(request, access, given ? connection.edges.length : 0)
  return inSlices(connection, request.pause)
}

interface Walk {
  readonly access: PortfolioAccess
  readonly listing: Listing
  readonly page: PageRequest
  /** They are bound to the terms and to `updatedSince`. */
  readonly cursors: ListCursors
  readonly context: Context
  readonly requested: ReadonlySet<string>
  /** Whether the operation selects `totalCount`. */
  readonly counted: boolean
}

// The values of an order can change during a walk, so no delta can continue from an ordered one.
async function listRows(walk: Walk, order: AssetOrder | null): Promise<AssetPage> {
  const { access, listing, page, cursors, context, counted } = walk
  const full = order ? null : parseFullPosition(cursors, page.after)
  const after = order
    ? parseOrderedPosition(cursors, page.after, order)
    : full && { value: '', registryId: full.registryId }
  // The totals of searches are not stored: the same search rarely comes again.
  const part = listing.search === null ? JSON.stringify(listing) : null
  const known = part === null ? undefined : context.counts.find(access, part)
  const isCounting = counted && known === undefined
  const { rows, total, newest } = await readPage(walk, order, after, isCounting)
  if (part !== null && total !== null) context.counts.store(access, part, total)
  const start = newest ? fullWalkStart(access, newest) : (full?.start ?? null)
  const cursorOf = (row: AssetRow) =>
    cursors.write(order ? orderedPosition(row) : [row.registry_id, start ?? ''])
  const connection = createConnection(rows, page, cursorOf, assetMapper(access))
  const isEnd = order === null && startsDelta(listing) && !connection.pageInfo.hasNextPage
  return {
    ...connection,
    count: async () => requireCounted(known ?? total),
    sync: { mode: 'full', complete: true, asOf: isEnd ? start : null, removed: [] },
  }
}

// Reads the page, and the newest visible change if a walk starts with this page. The newest change is read with the
// page or before it, never after it: a change in between would be on no page of the walk.
async function readPage(
  { access, listing, page, context, requested }: Walk,
  order: AssetOrder | null,
  after: OrderedPosition | null,
  total: boolean,
) {
  const span = { limit: page.first + 1, offset: page.offset, after }
  const pool = poolOf(context)
  const read = (newest: boolean) =>
    readAssets(pool, access.visibility, listing, order, span, requested, { total, newest })
  // A page by number starts no walk.
  if (order || after || page.offset > 0) return read(false)
  const cached = knownNewest(access, context)
  if (cached) return { ...(await read(false)), newest: cached }
  const found = await read(true)
  if (found.newest) context.newest.store(access, 'newest', found.newest)
  return found
}

async function listChanges(walk: Walk, since: Date): Promise<AssetPage> {
  const { access, listing, page, cursors, context, requested, counted } = walk
  const after = parseDeltaPosition(cursors, page.after)
  const { visibility } = access
  const pool = poolOf(context)
  const span = { limit: page.first + 1, offset: page.offset, after }
  const changes = isUnchangedSince(since, access)
    ? []
    : await readChanges(pool, visibility, listing, since, span, requested)
  const isAll = after === null && page.offset === 0 && changes.length <= page.first
  const known = isAll ? changes.length : (after?.total ?? null)
  const total =
    counted && known === null ? await countChanges(pool, visibility, listing, since) : known
  const shown = changes.slice(0, page.first)
  const assetOf = assetMapper(access)
  const isWhole = after ? after.isWhole : page.offset === 0
  const cursorOf = ({ at, registryId }: Change) =>
    cursors.write([at, registryId, isWhole ? 'whole' : 'part', total ?? ''])
  const { pageInfo } = createConnection(changes, page, cursorOf, () => null)
  const last = shown.at(-1)?.at ?? after?.at ?? null
  const complete = isComplete(since, access)
  const isEnd = complete && isWhole && !pageInfo.hasNextPage
  return {
    edges: shown.flatMap((change) =>
      change.asset ? [new RowEdge(change, cursorOf, assetOf(change.asset))] : [],
    ),
    pageInfo,
    count: async () => requireCounted(total),
    sync: {
      mode: 'delta',
      complete,
      asOf: isEnd ? await deltaWalkEnd(access, since, last, () => newestOf(access, context)) : null,
      removed: shown.flatMap(({ asset, registryId, at }) =>
        asset ? [] : [{ registryId, removedAt: at }],
      ),
    },
  }
}

// `start` is the `as_of` at the end of the walk. Null: the walk began at a page by number and has no `as_of`.
function parseFullPosition(cursors: ListCursors, cursor: string | null) {
  const members = cursors.read(cursor, REGISTRY_ID, parseInstantOrNone)
  if (!members) return null
  const [registryId, start] = members
  return { registryId, start: start === '' ? null : start }
}

const parseInstantOrNone = (text: string) => (text === '' ? text : parseInstant(text))

// `isWhole`: the walk began at the first page. `total` is the number of entries when the walk began, so that it is not
// counted for each page. Null: it was not requested.
function parseDeltaPosition(cursors: ListCursors, cursor: string | null) {
  const members = cursors.read(cursor, parseInstant, REGISTRY_ID, /^(?:whole|part)$/, /^\d{0,15}$/)
  if (!members) return null
  const [at, registryId, extent, total] = members
  return { at, registryId, isWhole: extent === 'whole', total: total === '' ? null : Number(total) }
}

/** Returns the function that creates the assets of one page from their rows. The assets share their loaders. */
export function assetMapper(access: PortfolioAccess): (row: AssetRow) => Asset {
  const loaders = new PageLoaders()
  return (row) => toAsset(access, row, loaders)
}

// The total is always read when `totalCount` is selected.
function requireCounted(total: number | null): number {
  if (total === null) throw new Error('The list was not counted')
  return total
}
