import { isObject, JsonText } from '../values/json.ts'
import { DEFAULT_PAGE_SIZE } from '../values/page-size.ts'
import { ASSET_BLOCKS } from './asset-members.ts'
import { describePage, type ListAddress, type PageQuery } from './list.ts'
import type {
  AssetDocumentsQuery,
  AssetsQuery,
  AssetValuationsQuery,
  PortfolioSummaryQuery,
} from './operations/generated/graphql.ts'
import type { BodyRequest } from './route.ts'

type Found<Query extends { portfolio: unknown }> = NonNullable<Query['portfolio']>
type AssetList = NonNullable<Found<AssetsQuery>['assets']>
type AssetResult = AssetList['nodes'][number]
type Valuations = NonNullable<NonNullable<Found<AssetValuationsQuery>['asset']>['valuations']>
type Documents = NonNullable<NonNullable<Found<AssetDocumentsQuery>['asset']>['documents']>

const SPLICED = ['registry', ...ASSET_BLOCKS]

/** The members of an asset that a request asks for. Undefined: all of them. */
interface FieldsQuery {
  readonly fields?: ReadonlySet<string> | undefined
}

export function assetsBody(assets: AssetList, request: BodyRequest<PageQuery & FieldsQuery>) {
  const { query, address } = request
  const omitted = omittedFrom(request)
  return {
    data: assets.nodes.map((asset) => describeAsset(asset, address, omitted)),
    ...describePage(assets, query, address),
    // A mirror that has only some members would miss the others in the next delta.
    sync: query.fields ? { ...assets.sync, as_of: null } : assets.sync,
  }
}

export function assetBody(asset: AssetResult, request: BodyRequest<FieldsQuery>) {
  return describeAsset(asset, request.address, omittedFrom(request))
}

function omittedFrom({ query: { fields } }: BodyRequest<FieldsQuery>): readonly string[] {
  return fields ? ASSET_BLOCKS.filter((name) => !fields.has(name)) : []
}

// Its blocks are texts already, and `registry` has the members of the asset itself. Those of `include` follow.
function describeAsset(
  asset: AssetResult,
  address: ListAddress,
  omitted: readonly string[],
): JsonText {
  const { valuations, documents }: AssetResult = asset
  const { blocks }: Readonly<Record<string, unknown>> = asset
  if (!isObject(blocks)) throw new Error('An asset was read without its blocks.')
  let text = ''
  for (const name of SPLICED) {
    const block = blocks[name]
    if (typeof block !== 'string' || omitted.includes(name)) continue
    text += name === 'registry' ? block.slice(0, -1) : `,"${name}":${block}`
  }
  if (valuations)
    text += `,"valuations":${JSON.stringify(firstValuations(valuations, asset, address))}`
  if (documents) text += `,"documents":${JSON.stringify(documentsBody(documents))}`
  return new JsonText(`${text}}`)
}

// The links of side-loaded valuations lead to the valuations endpoint.
function firstValuations(of: Valuations, { registry_id }: AssetResult, list: ListAddress) {
  const { client_id = '' } = list.parameters
  const address = { path: `/api/v1/assets/${registry_id}/valuations`, parameters: { client_id } }
  return valuationsBody(of, { page_size: DEFAULT_PAGE_SIZE }, address)
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

// A member that is null only because its scope is not visible is absent.
function without<Members extends object>(
  members: Members,
  omitted: readonly string[],
): Partial<Members> {
  if (omitted.length === 0) return members
  const shown: Partial<Members> = { ...members }
  for (const name of omitted) Reflect.deleteProperty(shown, name)
  return shown
}
