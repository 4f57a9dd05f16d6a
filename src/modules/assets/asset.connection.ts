import type { GraphQLResolveInfo } from 'graphql'
import { REGISTRY_ID } from '../../access/registry-id.ts'
import { limitCaching } from '../../access/request-context.ts'
import { recordRead } from '../../access/request-usage.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import {
  type Connection,
  createConnection,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  type PageRequest,
} from '../../schema/paging.ts'
import { selectedFields } from '../../schema/selection.ts'
import { parseInstant } from '../../values/instant.ts'
import type { AssetRow } from './asset.blocks.ts'
import { type Change, countChanges, readChanges } from './asset.changes.ts'
import type { Listing } from './asset.listing.ts'
import { countAssets, readAssets } from './asset.reads.ts'
import { syncPoint } from './asset.sync.ts'
import type { Asset } from './asset.type.ts'

export interface Removal {
  readonly registryId: string
  readonly removedAt: Date
}

/** A page of assets with what a delta sync needs to go on from it. */
export interface AssetConnection extends Connection<Asset> {
  readonly count: () => Promise<number>
  readonly sync: { readonly asOf: Date; readonly removed: readonly Removal[] }
}

/** An entry's place in its list, and the instant at which its walk began. */
interface AssetPosition {
  readonly registryId: string
  readonly at: Date | null
  readonly walkStart: Date
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The page of the listing, ordered by registry id, or with `updatedSince` by the instant of change. */
export async function listAssets(
  access: PortfolioAccess,
  listing: Listing,
  page: PageRequest,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<AssetConnection> {
  const since = listing.updatedSince
  const after = page.after === null ? null : parsePosition(page.after, since !== null)
  const { asOf, cacheableUntil } = syncPoint({
    changedAt: access.changedAt,
    now: context.request.now,
    updatedSince: since,
    walkStart: after?.walkStart ?? null,
    offset: page.offset,
  })
  if (cacheableUntil) limitCaching(context.request, cacheableUntil)
  const parts = selectedFields(info, [])
  const counted = parts.has('totalCount')
  const requested = selectedFields(info, ['nodes'], ['edges', 'node'])
  const walk: Walk = { access, listing, page, after, asOf, context, requested, counted }
  const connection = await (since ? listChanges(walk, since) : listAll(walk))
  // A cursor names its asset.
  const given = ['nodes', 'edges', 'pageInfo'].some((part) => parts.has(part))
  if (given) recordRead(context.request, access, connection.edges.length)
  return connection
}

interface Walk {
  readonly access: PortfolioAccess
  readonly listing: Listing
  readonly page: PageRequest
  readonly after: AssetPosition | null
  readonly asOf: Date
  readonly context: Context
  readonly requested: ReadonlySet<string>
  /** Whether the length of the whole list is requested. */
  readonly counted: boolean
}

async function listAll({
  access,
  listing,
  page,
  after,
  asOf,
  context,
  requested,
  counted,
}: Walk): Promise<AssetConnection> {
  const { visibility } = access
  const pool = poolOf(context)
  const span = { limit: page.first + 1, offset: page.offset, after: after?.registryId ?? null }
  const part = JSON.stringify(listing)
  const known = context.counts.find(access, part)
  const { rows, total } = await readAssets(
    pool,
    visibility,
    listing,
    span,
    requested,
    counted && known === undefined,
  )
  const toAsset = assetMapper(access)
  const cursorOf = (row: AssetRow) => encodeCursor([row.registry_id, asOf.toISOString()])
  // A page past the end has no row to say how many there are.
  const count = async () => total ?? countAssets(pool, visibility, listing)
  return {
    ...createConnection(rows, page, cursorOf, toAsset),
    count: async () => known ?? context.counts.store(access, part, await count()),
    sync: { asOf, removed: [] },
  }
}

async function listChanges(walk: Walk, since: Date): Promise<AssetConnection> {
  const { access, listing, page, after, asOf, context, requested } = walk
  const { visibility } = access
  const pool = poolOf(context)
  const place = after?.at ? { at: after.at, registryId: after.registryId } : null
  const span = { limit: page.first + 1, offset: page.offset, after: place }
  const changes = await readChanges(pool, visibility, listing, since, span, requested)
  const shown = changes.slice(0, page.first)
  const toAsset = assetMapper(access)
  const cursorOf = (change: Change) =>
    encodeCursor([change.at.toISOString(), change.registryId, asOf.toISOString()])
  const { pageInfo } = createConnection(changes, page, cursorOf, () => null)
  const edges = shown.flatMap((change) =>
    change.asset ? [{ cursor: cursorOf(change), node: toAsset(change.asset) }] : [],
  )
  const removed = shown
    .filter((change) => change.asset === null)
    .map((change) => ({ registryId: change.registryId, removedAt: change.at }))
  return {
    edges,
    pageInfo,
    count: () => countChanges(pool, visibility, listing, since),
    sync: { asOf, removed },
  }
}

/** Makes the assets of one page from their rows. They share their loaders. */
export function assetMapper(access: PortfolioAccess): (row: AssetRow) => Asset {
  const loaders = new PageLoaders()
  return (row) => ({ access, row, loaders })
}

// The two orders have cursors of different shapes, so one is never taken for the other.
function parsePosition(cursor: string, ofChanges: boolean): AssetPosition {
  if (ofChanges) {
    const [at = '', registryId = '', start = ''] = decodeCursor(
      cursor,
      INSTANT,
      REGISTRY_ID,
      INSTANT,
    )
    return { registryId, at: requireInstant(at), walkStart: requireInstant(start) }
  }
  const [registryId = '', start = ''] = decodeCursor(cursor, REGISTRY_ID, INSTANT)
  return { registryId, at: null, walkStart: requireInstant(start) }
}

function requireInstant(text: string): Date {
  const instant = parseInstant(text)
  if (!instant) throw invalidCursor()
  return instant
}
