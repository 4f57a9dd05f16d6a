import type { GraphQLResolveInfo } from 'graphql'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { HEAVY_LENGTH } from '../../load/heavy-work.ts'
import { recordRead } from '../../load/request-usage.ts'
import type { Pause } from '../../load/slices.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { boundTo, cursorsOf, type ListCursors } from '../../schema/list-cursors.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import {
  type Connection,
  createConnection,
  createEdge,
  type Edge,
  type PageRequest,
} from '../../schema/paging.ts'
import { selectedFields } from '../../schema/selection.ts'
import type { AssetRow } from './asset.blocks.ts'
import { type Change, countChanges, readChanges } from './asset.changes.ts'
import type { Listing } from './asset.listing.ts'
import { knownNewest, newestOf, storeNewest } from './asset.newest.ts'
import { type AssetOrder, parseOrderedPosition, writeOrderedPosition } from './asset.order.ts'
import { type OrderedAsset, readOrderedAssets } from './asset.ordered.reads.ts'
import {
  type FullPosition,
  parseDeltaPosition,
  parseFullPosition,
  writeDeltaPosition,
  writeFullPosition,
} from './asset.position.ts'
import { type AssetsFound, readAssets } from './asset.reads.ts'
import {
  deltaWalkEnd,
  fullWalkStart,
  isComplete,
  isUnchangedSince,
  limitUntilSettled,
  type SyncMode,
} from './asset.sync.ts'
import { type Asset, toAsset } from './asset.type.ts'

export interface Removal {
  readonly registryId: string
  readonly removedAt: Date
}

/** The data that a delta sync needs in addition to the assets of a page. */
export interface Sync {
  readonly mode: SyncMode
  /** Whether the mirror of a reader that had everything at `updated_since` is right after the walk. */
  readonly complete: boolean
  /** On the page that ends a complete walk: the instant to send as the next `updated_since`. */
  readonly asOf: Date | null
  readonly removed: readonly Removal[]
}

interface AssetPage extends Connection<Asset> {
  readonly count: () => Promise<number>
  readonly sync: Sync
}

/** A page of assets with the data of a delta sync. The assets of a heavy document come one slice after another. */
export type AssetConnection = Omit<AssetPage, 'edges'> & {
  readonly edges: Edge<Asset>[] | AsyncIterable<Edge<Asset>>
}

// So many assets of the largest document are executed in some milliseconds.
const ASSETS_OF_SLICE = 10

/**
 * A page of the listing, ordered by registry id or in the given order. For a delta, a page of changes, ordered by
 * instant.
 */
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
    order ? listOrdered(walk, order) : since === null ? listAll(walk) : listChanges(walk, since),
  )
  // A cursor contains the registry id of its asset, so a page of cursors counts as read.
  const given = ['nodes', 'edges', 'pageInfo'].some((part) => parts.has(part))
  recordRead(request, access, given ? connection.edges.length : 0)
  if (!request.heavy) return connection
  return { ...connection, edges: inSlices(connection.edges, request.heavy.pause) }
}

// A heavy page waits for a turn of heavy work: before it is read, if the latest page of this client makes a large page
// likely, and otherwise before its body is written.
async function inTurn(
  { visibility: { clientId } }: PortfolioAccess,
  { first }: PageRequest,
  { heavyWork, request }: Context,
  read: () => Promise<AssetPage>,
): Promise<AssetPage> {
  if (heavyWork.isLikelyLarge(clientId, first)) await heavyWork.enter(request)
  const connection = await read()
  const length = connection.edges.reduce((sum, { node }) => sum + lengthOf(node.row), 0)
  heavyWork.learn(clientId, length, connection.edges.length)
  if (length >= HEAVY_LENGTH) await heavyWork.enter(request)
  return connection
}

// The texts of an asset are nearly all of its length.
function lengthOf(row: AssetRow): number {
  let length = 0
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length
  return length
}

// Each selection of `nodes` or `edges` reads them from the first on. Others are served between the slices.
function inSlices(edges: readonly Edge<Asset>[], pause: Pause): AsyncIterable<Edge<Asset>> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const [place, edge] of edges.entries()) {
        if (place > 0 && place % ASSETS_OF_SLICE === 0) await pause()
        yield edge
      }
    },
  }
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

async function listAll(walk: Walk): Promise<AssetPage> {
  const { access, listing, page, cursors, context, counted } = walk
  const after = parseFullPosition(cursors, page.after)
  const part = JSON.stringify(listing)
  // The totals of searches are not cached: the same search rarely comes again.
  const cached = listing.search === null
  const known = cached ? context.counts.find(access, part) : undefined
  const { rows, total, newest } = await readPage(walk, after, counted && known === undefined)
  if (total !== null && cached) context.counts.store(access, part, total)
  if (newest) limitUntilSettled(context.request, access)
  const start = newest ? fullWalkStart(access, newest) : (after?.start ?? null)
  const cursorOf = (row: AssetRow) =>
    writeFullPosition(cursors, { registryId: row.registry_id, start })
  const connection = createConnection(rows, page, cursorOf, assetMapper(access))
  return {
    ...connection,
    count: async () => requireCounted(known ?? total),
    // The result of a search is not the list of a mirror, so no delta can continue from it.
    sync: {
      mode: 'full',
      complete: true,
      asOf: connection.pageInfo.hasNextPage || listing.search !== null ? null : start,
      removed: [],
    },
  }
}

// The values of an order can change during a walk, so no delta can continue from it.
async function listOrdered(walk: Walk, order: AssetOrder): Promise<AssetPage> {
  const { access, listing, page, cursors, context, requested, counted } = walk
  const after = parseOrderedPosition(cursors, page.after, order)
  const { visibility } = access
  const span = { limit: page.first + 1, after, total: counted }
  const pool = poolOf(context)
  const found = await readOrderedAssets(pool, visibility, listing, order, span, requested)
  const assetOf = assetMapper(access)
  const connection = createConnection(
    found.assets,
    page,
    ({ position }: OrderedAsset) => writeOrderedPosition(cursors, position),
    ({ row }) => assetOf(row),
  )
  return {
    ...connection,
    count: async () => requireCounted(found.total),
    sync: { mode: 'full', complete: true, asOf: null, removed: [] },
  }
}

// Reads the page, and the newest visible change if a walk starts with this page. The newest change is read with the
// page or before it, never after it: a change in between would be on no page of the walk.
async function readPage(
  { access, listing, page, context, requested }: Walk,
  after: FullPosition | null,
  total: boolean,
): Promise<AssetsFound> {
  const span = { limit: page.first + 1, offset: page.offset, after: after?.registryId ?? null }
  const { visibility } = access
  const read = (newest: PortfolioAccess | null) =>
    readAssets(poolOf(context), visibility, listing, span, requested, { total, newest })
  // A page by number starts no walk.
  if (after !== null || page.offset > 0) return read(null)
  const cached = knownNewest(access, context)
  if (cached) return { ...(await read(null)), newest: cached }
  const found = await read(access)
  if (found.newest) storeNewest(access, context, found.newest)
  return found
}

async function listChanges(walk: Walk, since: Date): Promise<AssetPage> {
  const { access, listing, page, cursors, context, requested, counted } = walk
  const after = parseDeltaPosition(cursors, page.after)
  const { visibility } = access
  const pool = poolOf(context)
  limitUntilSettled(context.request, access)
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
    writeDeltaPosition(cursors, { at, registryId, isWhole, total })
  const { pageInfo } = createConnection(changes, page, cursorOf, () => null)
  const last = shown.at(-1)?.at ?? after?.at ?? null
  const complete = isComplete(since, access)
  const isEnd = complete && isWhole && !pageInfo.hasNextPage
  return {
    edges: shown.flatMap((change) =>
      change.asset ? [createEdge(change, cursorOf, () => assetOf(change.asset))] : [],
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
