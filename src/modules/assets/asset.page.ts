import type { PortfolioAccess } from '../../access/visibility.ts'
import type { Pause } from '../../load/slices.ts'
import { HEAVY_LENGTH } from '../../load/waiting/heavy-work.ts'
import type { Context } from '../../schema/builder.ts'
import type { Connection, Edge, PageRequest } from '../../schema/paging.ts'
import type { AssetRow } from './asset.blocks.ts'
import type { Asset } from './asset.type.ts'

export interface Removal {
  readonly registryId: string
  readonly removedAt: Date
}

/** The data that a delta sync needs in addition to the assets of a page. */
export interface Sync {
  /** `full`: a walk of the whole visible list. `delta`: a walk with `updated_since`, of what changed later. */
  readonly mode: 'full' | 'delta'
  /** Whether the mirror of a reader that had everything at `updated_since` is right after the walk. */
  readonly complete: boolean
  /** On the page that ends a complete walk: the instant to send as the next `updated_since`. */
  readonly asOf: Date | null
  readonly removed: readonly Removal[]
}

export interface AssetPage extends Connection<Asset> {
  readonly count: () => Promise<number>
  readonly sync: Sync
}

// So many assets of the largest document are executed in some milliseconds.
const ASSETS_OF_SLICE = 10

/** A page of assets as it is executed: those of a heavy document come one slice after another. */
export type AssetConnection = Omit<AssetPage, 'edges'> & {
  readonly edges: Edge<Asset>[] | AsyncIterable<Edge<Asset>>
}

/**
 * Reads a page. A heavy one waits for a turn of heavy work: before it is read, if the latest page of this client makes a
 * large page likely, and otherwise before its body is written.
 */
export async function inTurn(
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

/** The page in slices with a pause between each two. Null: as it is. */
export function inSlices(page: AssetPage, pause: Pause | null): AssetConnection {
  if (!pause) return page
  // Each selection of `nodes` or `edges` reads them from the first on.
  const edges = {
    async *[Symbol.asyncIterator]() {
      for (const [place, edge] of page.edges.entries()) {
        if (place > 0 && place % ASSETS_OF_SLICE === 0) await pause()
        yield edge
      }
    },
  }
  return { ...page, edges }
}
