import type { z } from 'zod'
import type { Operation } from '../graphql/run.ts'
import type { SkippedRows } from '../values/page-size.ts'
import type { Body } from '../versions.ts'
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
  type Parameters,
  paging,
  parametersOf,
  source,
} from './parameters.ts'
import {
  assetBody,
  assetsBody,
  type BodyRequest,
  documentsBody,
  summaryBody,
  valuationsBody,
} from './portfolio.bodies.ts'
import type { Route, RouteInput } from './route.ts'

/** The paths of area A that read a portfolio. */
export const PORTFOLIO_ROUTES: readonly Route[] = [
  route({
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
    body: assetsBody,
  }),
  route({
    path: '/api/v1/assets/:registry_id',
    parameters: {
      client_id: clientId,
      include: include.optional(),
      fields: fields.optional(),
    },
    operation: AssetDocument,
    variables: (query, { registry_id: registryId = '' }) => ({
      clientId: query.client_id,
      registryId,
      ...sideloads(query.include),
    }),
    body: ({ asset, grant }, request) => ({
      data: asset && assetBody(asset, request),
      grant,
    }),
  }),
  route({
    path: '/api/v1/assets/:registry_id/valuations',
    parameters: {
      client_id: clientId,
      source: source.optional(),
      since: instant.optional(),
      ...paging,
    },
    operation: AssetValuationsDocument,
    variables: (query, { registry_id: registryId = '' }) => ({
      clientId: query.client_id,
      registryId,
      source: query.source,
      since: query.since,
      ...pageVariables(query),
    }),
    skips: (query) => ({ list: 'valuations', offset: offsetOfPage(query) }),
    body: ({ asset, grant }, { query, address }) => ({
      ...(asset?.valuations && valuationsBody(asset.valuations, query, address)),
      grant,
    }),
  }),
  route({
    path: '/api/v1/assets/:registry_id/documents',
    parameters: { client_id: clientId },
    operation: AssetDocumentsDocument,
    variables: (query, { registry_id: registryId = '' }) => ({
      clientId: query.client_id,
      registryId,
    }),
    body: ({ asset, grant }) => ({
      ...(asset?.documents && documentsBody(asset.documents)),
      grant,
    }),
  }),
  route({
    path: '/api/v1/portfolio/summary',
    parameters: { client_id: clientId },
    operation: PortfolioSummaryDocument,
    variables: (query) => ({ clientId: query.client_id }),
    body: summaryBody,
  }),
]

interface PortfolioRoute<Shape extends z.ZodRawShape, Portfolio, Variables> {
  readonly path: string
  readonly parameters: Shape
  readonly operation: Operation<{ portfolio: Portfolio }, Variables>
  variables(query: Parameters<Shape>, path: RouteInput['path']): Variables
  skips?(query: Parameters<Shape>): SkippedRows
  body(portfolio: Portfolio, request: BodyRequest<Parameters<Shape>>): Body
}

function route<Shape extends z.ZodRawShape, Portfolio, Variables extends Record<string, unknown>>(
  row: PortfolioRoute<Shape, Portfolio, Variables>,
): Route {
  const parse = parametersOf(row.parameters)
  return {
    area: 'portfolio',
    method: 'get',
    path: row.path,
    parameters: row.parameters,
    prepare({ query: given, path, address }) {
      const query = parse(given)
      return async ({ run, withheldFrom }) => {
        const { portfolio } = await run(
          row.operation,
          row.variables(query, path),
          row.skips?.(query),
        )
        return { kind: 'body', body: row.body(portfolio, { query, address, withheldFrom }) }
      }
    },
  }
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
