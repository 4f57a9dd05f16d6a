import { offsetOfPage, pageVariables } from './list.ts'
import {
  AssetDocument,
  AssetDocumentsDocument,
  AssetsDocument,
  AssetValuationsDocument,
  PortfolioSummaryDocument,
  type Scope,
} from './operations/generated/graphql.ts'
import {
  category,
  clientId,
  decimal,
  fields,
  include,
  instant,
  paging,
  source,
} from './parameters.ts'
import {
  assetBody,
  assetsBody,
  documentsBody,
  summaryBody,
  valuationsBody,
} from './portfolio.bodies.ts'
import { type Route, type RouteInput, readRoute } from './route.ts'

export const PORTFOLIO_ROUTES: readonly Route[] = [
  readRoute({
    path: '/api/v1/assets',
    parameters: {
      client_id: clientId,
      category: category.optional(),
      min_value: decimal.optional(),
      max_value: decimal.optional(),
      updated_since: instant.optional(),
      include: include.optional(),
      fields: fields.optional(),
      ...paging,
    },
    operation: AssetsDocument,
    variables: (query) => ({
      clientId: query.client_id,
      filter: {
        category: query.category,
        minValue: query.min_value,
        maxValue: query.max_value,
        updatedSince: query.updated_since,
      },
      ...pageVariables(query),
      ...sideloads(query.include),
    }),
    skips: (query) => ({ list: 'assets', offset: offsetOfPage(query) }),
    body: ({ portfolio: { assets, grant } }, request) => ({
      ...(assets && assetsBody(assets, request)),
      grant,
    }),
  }),
  readRoute({
    path: '/api/v1/assets/:registry_id',
    parameters: {
      client_id: clientId,
      include: include.optional(),
      fields: fields.optional(),
    },
    operation: AssetDocument,
    variables: (query, path) => ({ ...assetOf(query, path), ...sideloads(query.include) }),
    body: ({ portfolio: { asset, grant } }, request) => ({
      data: asset && assetBody(asset, request),
      grant,
    }),
  }),
  readRoute({
    path: '/api/v1/assets/:registry_id/valuations',
    parameters: {
      client_id: clientId,
      source: source.optional(),
      since: instant.optional(),
      ...paging,
    },
    operation: AssetValuationsDocument,
    variables: (query, path) => ({
      ...assetOf(query, path),
      source: query.source,
      since: query.since,
      ...pageVariables(query),
    }),
    skips: (query) => ({ list: 'valuations', offset: offsetOfPage(query) }),
    body: ({ portfolio: { asset, grant } }, { query, address }) => ({
      ...(asset?.valuations && valuationsBody(asset.valuations, query, address)),
      grant,
    }),
  }),
  readRoute({
    path: '/api/v1/assets/:registry_id/documents',
    parameters: { client_id: clientId },
    operation: AssetDocumentsDocument,
    variables: assetOf,
    body: ({ portfolio: { asset, grant } }) => ({
      ...(asset?.documents && documentsBody(asset.documents)),
      grant,
    }),
  }),
  readRoute({
    path: '/api/v1/portfolio/summary',
    parameters: { client_id: clientId },
    operation: PortfolioSummaryDocument,
    variables: (query) => ({ clientId: query.client_id }),
    body: ({ portfolio }, request) => summaryBody(portfolio, request),
  }),
]

// The variables that name one asset.
function assetOf(query: { readonly client_id: string }, path: RouteInput['path']) {
  return { clientId: query.client_id, registryId: path.registry_id ?? '' }
}

// The variables of `include`, with the scopes that it requires.
function sideloads(include: ReadonlySet<string> | undefined) {
  const withValuations = include?.has('valuations') ?? false
  const withDocuments = include?.has('documents') ?? false
  const require: Scope[] = []
  if (withValuations) require.push('valuation')
  if (withDocuments) require.push('documentation')
  return { withValuations, withDocuments, require }
}
