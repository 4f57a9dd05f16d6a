import { z } from 'zod'

/** The facts that must be the same in every contender's page, whatever its shape. */
export interface PageFacts {
  readonly total: number
  readonly assets: readonly {
    readonly id: string
    readonly title: string
    readonly value: string | null
    /** The numbers of collections, heirs, share links and scans. */
    readonly related: readonly number[]
  }[]
}

const list = z.array(z.unknown())
const money = z.object({ amount: z.string() }).nullable()

const RestAsset = z.object({
  registry_id: z.string(),
  title: z.string(),
  valuation: z.object({ market_value: money }),
  detail: z.object({ collections: list }),
  estate: z.object({ heirs: list, share_links: list }),
  verification: z.object({ scans: list }),
})
const RestPage = z.object({
  data: z.array(RestAsset),
  pagination: z.object({ total_count: z.number() }),
})
const RestSingle = z.object({ data: RestAsset })

/** The facts of a body of the REST interface. */
export function readRestPage(body: unknown): PageFacts {
  const { data, pagination } = RestPage.parse(body)
  return { total: pagination.total_count, assets: factsOf(data) }
}

/** The facts of a body of the REST interface with one asset. */
export function readRestAsset(body: unknown): PageFacts {
  return { total: 1, assets: factsOf([RestSingle.parse(body).data]) }
}

function factsOf(data: readonly z.output<typeof RestAsset>[]): PageFacts['assets'] {
  return data.map(({ registry_id, title, valuation, detail, estate, verification }) => ({
    id: registry_id,
    title,
    value: trimZeros(valuation.market_value?.amount),
    related: lengths(detail.collections, estate.heirs, estate.share_links, verification.scans),
  }))
}

// Orangery's GraphQL, the plain server and Sofa use these names; only money differs.
const Blocks = z.object({
  registryId: z.string(),
  title: z.string(),
  valuation: z.object({ marketValue: z.union([money, z.string()]) }),
  detail: z.object({ collections: list }),
  estate: z.object({ heirs: list, shareLinks: list }),
  verification: z.object({ scans: list }),
})
const Connection = z.object({ nodes: z.array(Blocks), totalCount: z.number() })
const OrangeryPage = z.object({ data: z.object({ portfolio: z.object({ assets: Connection }) }) })
const PlainPage = z.object({ data: z.object({ assets: Connection }) })

export function readOrangeryPage(body: unknown): PageFacts {
  return readConnection(OrangeryPage.parse(body).data.portfolio.assets)
}

export function readPlainPage(body: unknown): PageFacts {
  return readConnection(PlainPage.parse(body).data.assets)
}

export function readSofaPage(body: unknown): PageFacts {
  return readConnection(Connection.parse(body))
}

function readConnection({ nodes, totalCount }: z.output<typeof Connection>): PageFacts {
  const assets = nodes.map(({ registryId, title, valuation, detail, estate, verification }) => {
    const value = valuation.marketValue
    return {
      id: registryId,
      title,
      value: trimZeros(typeof value === 'string' ? value : value?.amount),
      related: lengths(detail.collections, estate.heirs, estate.shareLinks, verification.scans),
    }
  })
  return { total: totalCount, assets }
}

const nodes = z.object({ nodes: list })
const PostGraphilePage = z.object({
  data: z.object({
    allAssets: z.object({
      totalCount: z.number(),
      nodes: z.array(
        z.object({
          registryId: z.string(),
          title: z.string(),
          marketValue: z.string().nullable(),
          collectionItemsByClientIdAndRegistryId: nodes,
          heirsByClientIdAndRegistryId: nodes,
          shareLinksByClientIdAndRegistryId: nodes,
          scansByClientIdAndRegistryId: nodes,
        }),
      ),
    }),
  }),
})

export function readPostGraphilePage(body: unknown): PageFacts {
  const { allAssets } = PostGraphilePage.parse(body).data
  const assets = allAssets.nodes.map((asset) => ({
    id: asset.registryId,
    title: asset.title,
    value: trimZeros(asset.marketValue),
    related: lengths(
      asset.collectionItemsByClientIdAndRegistryId.nodes,
      asset.heirsByClientIdAndRegistryId.nodes,
      asset.shareLinksByClientIdAndRegistryId.nodes,
      asset.scansByClientIdAndRegistryId.nodes,
    ),
  }))
  return { total: allAssets.totalCount, assets }
}

function lengths(...lists: readonly unknown[][]): number[] {
  return lists.map((each) => each.length)
}

/** An amount without trailing zeros. */
function trimZeros(amount: string | null | undefined): string | null {
  if (amount == null) return null
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
