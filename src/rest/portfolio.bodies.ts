import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page-size.ts'
import { describePage, type ListAddress, type PageQuery } from './list.ts'
import type {
  AssetDocumentsQuery,
  AssetQuery,
  AssetsQuery,
  AssetValuationsQuery,
  PortfolioSummaryQuery,
  Scope,
} from './operations/generated/graphql.ts'

type Found<Query extends { portfolio: unknown }> = NonNullable<Query['portfolio']>
type AssetResult = Found<AssetsQuery>['assets']['nodes'][number]
type Valuations = NonNullable<NonNullable<Found<AssetValuationsQuery>['asset']>['valuations']>
type Documents = NonNullable<NonNullable<Found<AssetDocumentsQuery>['asset']>['documents']>
type Grant = Found<AssetQuery>['grant']

/** The members of an asset that a scope shows, each named after its scope. */
export const BLOCKS = [
  'valuation',
  'detail',
  'category_detail',
  'documentation',
  'estate',
  'verification',
] as const

export function assetsBody(
  { grant, assets }: Found<AssetsQuery>,
  query: PageQuery,
  address: ListAddress,
) {
  return {
    data: assets.nodes.map((asset) => assetBody(asset, grant, address)),
    ...describePage(assets, query, address),
    sync: assets.sync,
    grant,
  }
}

export function assetBody(asset: AssetResult, grant: Grant, address: ListAddress) {
  const { valuations, documents, ...members } = asset
  const body: Partial<typeof members> = members
  for (const block of BLOCKS) if (!shows(grant, block)) delete body[block]
  return {
    ...body,
    ...(valuations && {
      valuations: valuationsBody(
        valuations,
        { page_size: DEFAULT_PAGE_SIZE },
        subAddress(address, asset, 'valuations'),
      ),
    }),
    ...(documents && {
      documents: documentsBody(
        documents,
        { page_size: MAX_PAGE_SIZE },
        subAddress(address, asset, 'documents'),
      ),
    }),
  }
}

export function valuationsBody(valuations: Valuations, query: PageQuery, address: ListAddress) {
  return { data: valuations.nodes, ...describePage(valuations, query, address) }
}

export function documentsBody(documents: Documents, query: PageQuery, address: ListAddress) {
  return {
    data: documents.nodes,
    completeness: documents.completeness,
    ...describePage(documents, query, address, MAX_LARGE_PAGE_SIZE),
  }
}

export function summaryBody({ client, currency, grant, summary }: Found<PortfolioSummaryQuery>) {
  const { categories, total_value, valued_asset_count, documentation, ...counts } = summary
  return {
    data: {
      client_id: client.id,
      currency,
      ...counts,
      categories: categories.map(({ total_value: value, ...category }) => ({
        ...category,
        ...(value && { total_value: value }),
      })),
      ...(shows(grant, 'valuation') && { total_value, valued_asset_count }),
      ...(shows(grant, 'documentation') && { documentation }),
    },
    grant,
  }
}

function shows(grant: Grant, scope: Scope): boolean {
  return grant?.scopes.includes(scope) ?? false
}

// Side-loaded lists go on at the endpoint of their own.
function subAddress(address: ListAddress, asset: AssetResult, list: string): ListAddress {
  const { client_id = '' } = address.parameters
  return { path: `/api/v1/assets/${asset.registry_id}/${list}`, parameters: { client_id } }
}
