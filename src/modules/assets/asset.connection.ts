import type { GraphQLResolveInfo } from 'graphql'
import { recordRead } from '../../access/request-usage.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import {
  type Connection,
  createConnection,
  createEdge,
  invalidCursor,
  type PageRequest,
} from '../../schema/paging.ts'
import { selectedFields } from '../../schema/selection.ts'
import type { AssetRow } from './asset.blocks.ts'
import { type Change, countChanges, readChanges } from './asset.changes.ts'
import type { Listing } from './asset.listing.ts'
import { cachedNewest, newestOf, storeNewest } from './asset.newest.ts'
import {
  type DeltaPosition,
  type FullPosition,
  type Position,
  parsePosition,
  writePosition,
} from './asset.position.ts'
import { type AssetsFound, readAssets } from './asset.reads.ts'
import { rowsOfPage } from './asset.rows.ts'
import { deltaWalkEnd, fullWalkStart, limitToClock, type SyncMode, syncMode } from './asset.sync.ts'
import type { Asset } from './asset.type.ts'

export interface Removal {
  readonly registryId: string
  readonly removedAt: Date
}

/** What a delta sync needs of a page. */
export interface Sync {
  readonly mode: SyncMode
  /** On the page that ends a walk, where the next delta goes on from. */
  readonly asOf: Date | null
  readonly removed: readonly Removal[]
}

/** A page of assets with what a delta sync needs to go on from it. */
export interface AssetConnection extends Connection<Asset> {
  readonly count: () => Promise<number>
  readonly sync: Sync
}

/** The page of the listing, ordered by registry id, or of a delta, by the instant of change. */
export async function listAssets(
  access: PortfolioAccess,
  listing: Listing,
  page: PageRequest,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AssetConnection> {
  const since = listing.updatedSince
  const after = page.after === null ? null : parsePosition(page.after)
  const mode = after?.mode ?? syncMode(since, access.grant)
  // The other way round it may be: the terms may have changed since the walk began.
  if (after?.mode === 'full' && syncMode(since, access.grant) === 'delta') throw invalidCursor()
  const parts = selectedFields(info, [])
  const requested = selectedFields(info, ['nodes'], ['edges', 'node'])
  const walk = { access, listing, page, context, requested, counted: parts.has('totalCount') }
  const connection = await (mode === 'full'
    ? listAll(walk, requireMode(after, 'full'))
    : listChanges(walk, requireSince(since), requireMode(after, 'delta')))
  // A cursor names its asset.
  const given = ['nodes', 'edges', 'pageInfo'].some((part) => parts.has(part))
  recordRead(context.request, access, given ? connection.edges.length : 0)
  return connection
}

interface Walk {
  readonly access: PortfolioAccess
  readonly listing: Listing
  readonly page: PageRequest
  readonly context: Context
  readonly requested: ReadonlySet<string>
  /** Whether the length of the whole list is requested. */
  readonly counted: boolean
}

async function listAll(walk: Walk, after: FullPosition | null): Promise<AssetConnection> {
  const { access, listing, page, context, counted } = walk
  const part = JSON.stringify({ ...listing, updatedSince: null })
  // Searches differ too much to be found again.
  const cached = listing.search === null
  const known = cached ? context.counts.find(access, part) : undefined
  const { rows, total, newest } = await readPage(walk, after, counted && known === undefined)
  if (total !== null && cached) context.counts.store(access, part, total)
  if (newest) limitToClock(context.request, access, newest.nextExpiry)
  const start = newest ? fullWalkStart(access, newest) : (after?.start ?? null)
  const cursorOf = (row: AssetRow) =>
    writePosition({ mode: 'full', registryId: row.registry_id, start })
  const connection = createConnection(rows, page, cursorOf, assetMapper(access, context))
  return {
    ...connection,
    count: async () => requireCounted(known ?? total),
    // The result of a search is not the list that a mirror holds, so no delta goes on from it.
    sync: {
      mode: 'full',
      asOf: connection.pageInfo.hasNextPage || listing.search !== null ? null : start,
      removed: [],
    },
  }
}

/**
 * The page, with the newest visible change where a walk starts there. That is read with or before the
 * page, never after it: a change in between would be on no page of the walk.
 */
async function readPage(
  { access, listing, page, context, requested }: Walk,
  after: FullPosition | null,
  total: boolean,
): Promise<AssetsFound> {
  const span = { limit: page.first + 1, offset: page.offset, after: after?.registryId ?? null }
  const { visibility } = access
  const inPage = rowsOfPage(context, visibility.clientId, span.limit)
  const read = (newest: PortfolioAccess | null) =>
    readAssets(poolOf(context), visibility, listing, span, requested, { total, newest }, inPage)
  // A page that is asked for by its number starts no walk.
  if (after !== null || page.offset > 0) return read(null)
  const cached = cachedNewest(access, context)
  if (cached) return { ...(await read(null)), newest: cached }
  const found = await read(access)
  if (found.newest) storeNewest(access, context, found.newest)
  return found
}

async function listChanges(
  walk: Walk,
  since: Date,
  after: DeltaPosition | null,
): Promise<AssetConnection> {
  const { access, listing, page, context, requested } = walk
  const { visibility } = access
  const pool = poolOf(context)
  const newest = await newestOf(access, context)
  limitToClock(context.request, access, newest.nextExpiry)
  const span = { limit: page.first + 1, offset: page.offset, after }
  const inPage = rowsOfPage(context, visibility.clientId, span.limit)
  const changes = await readChanges(pool, visibility, listing, since, span, requested, inPage)
  const shown = changes.slice(0, page.first)
  const toAsset = assetMapper(access, context)
  const isWhole = after ? after.isWhole : page.offset === 0
  const cursorOf = ({ at, registryId }: Change) =>
    writePosition({ mode: 'delta', at, registryId, isWhole })
  const { pageInfo } = createConnection(changes, page, cursorOf, () => null)
  const last = shown.at(-1)?.at ?? after?.at ?? null
  // No `as_of` was in the future: what happens until then is not to be missed.
  const from = since > context.request.now ? fullWalkStart(access, newest) : since
  const isEnd = isWhole && !pageInfo.hasNextPage
  return {
    edges: shown.flatMap((change) =>
      change.asset ? [createEdge(change, cursorOf, () => toAsset(change.asset))] : [],
    ),
    pageInfo,
    count: () => countChanges(pool, visibility, listing, since),
    sync: {
      mode: 'delta',
      asOf: isEnd ? deltaWalkEnd(access, from, last) : null,
      removed: shown.flatMap(({ asset, registryId, at }) =>
        asset ? [] : [{ registryId, removedAt: at }],
      ),
    },
  }
}

/** Makes the assets of one page from their rows. They share their loaders. */
export function assetMapper(
  access: PortfolioAccess,
  { pacedLists }: Context,
): (row: AssetRow) => Asset {
  const loaders = new PageLoaders(pacedLists)
  return (row) => ({ access, row, loaders })
}

// The statement of the page counts wherever the count is requested.
function requireCounted(total: number | null): number {
  if (total === null) throw new Error('The list was not counted')
  return total
}

function requireMode<Mode extends SyncMode>(
  after: Position | null,
  mode: Mode,
): Extract<Position, { mode: Mode }> | null {
  if (after === null) return null
  if (!isOf(after, mode)) throw invalidCursor()
  return after
}

function isOf<Mode extends SyncMode>(
  position: Position,
  mode: Mode,
): position is Extract<Position, { mode: Mode }> {
  return position.mode === mode
}

// A cursor of a delta belongs to a request with `updated_since`.
function requireSince(since: Date | null): Date {
  if (since === null) throw invalidCursor()
  return since
}
