import { DEFAULT_PAGE_SIZE } from '../values/page-size.ts'
import { describePage, type ListAddress, type PageQuery } from './list.ts'
import type {
  AssetDocumentsQuery,
  AssetsQuery,
  AssetValuationsQuery,
  PortfolioSummaryQuery,
} from './operations/generated/graphql.ts'
import type { OperationRunner } from './route.ts'

type Found<Query extends { portfolio: unknown }> = NonNullable<Query['portfolio']>
type AssetResult = Found<AssetsQuery>['assets']['nodes'][number]
type Valuations = NonNullable<NonNullable<Found<AssetValuationsQuery>['asset']>['valuations']>
type Documents = NonNullable<NonNullable<Found<AssetDocumentsQuery>['asset']>['documents']>

/** The values that a body is built from, in addition to the result of its operation. */
export interface BodyRequest<Query = unknown> {
  readonly query: Query
  readonly address: ListAddress
  readonly withheldFrom: OperationRunner['withheldFrom']
}

export function assetsBody({ grant, assets }: Found<AssetsQuery>, request: BodyRequest<PageQuery>) {
  const { query, address } = request
  const withheld = request.withheldFrom('Asset')
  return {
    data: assets.nodes.map((asset) => describeAsset(asset, address, withheld)),
    ...describePage(assets, query, address),
    sync: assets.sync,
    grant,
  }
}

export function assetBody(asset: AssetResult, { address, withheldFrom }: BodyRequest) {
  return describeAsset(asset, address, withheldFrom('Asset'))
}

function describeAsset(
  asset: AssetResult,
  address: ListAddress,
  withheld: readonly string[],
): object {
  const { valuations, documents } = asset
  const shown = without(asset, withheld)
  if (!valuations && !documents) return shown
  return {
    ...shown,
    ...(valuations && {
      valuations: valuationsBody(
        valuations,
        { page_size: DEFAULT_PAGE_SIZE },
        valuationsAddress(address, asset),
      ),
    }),
    ...(documents && { documents: documentsBody(documents) }),
  }
}

export function valuationsBody(valuations: Valuations, query: PageQuery, address: ListAddress) {
  return { data: valuations.nodes, ...describePage(valuations, query, address) }
}

export function documentsBody({ nodes, completeness }: Documents) {
  return { data: nodes, completeness }
}

export function summaryBody(
  { client, currency, grant, summary }: Found<PortfolioSummaryQuery>,
  { withheldFrom }: BodyRequest,
) {
  const withheld = withheldFrom('CategorySummary')
  return {
    data: {
      client_id: client.id,
      currency,
      ...without(summary, withheldFrom('PortfolioSummary')),
      categories: summary.categories.map((category) => without(category, withheld)),
    },
    grant,
  }
}

// Returns a copy without the members that are null only because their scope is not visible.
function without<Members extends object>(
  members: Members,
  withheld: readonly string[],
): Partial<Members> {
  if (withheld.length === 0) return members
  const shown: Partial<Members> = { ...members }
  for (const name of withheld) Reflect.deleteProperty(shown, name)
  return shown
}

// The links of side-loaded valuations lead to the valuations endpoint.
function valuationsAddress(address: ListAddress, asset: AssetResult): ListAddress {
  const { client_id = '' } = address.parameters
  return { path: `/api/v1/assets/${asset.registry_id}/valuations`, parameters: { client_id } }
}
