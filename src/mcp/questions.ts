import { invalidParameter } from '../errors.ts'
import { pageVariables } from '../rest/list.ts'
import {
  AssetsDocument,
  ExpiringDocumentsDocument,
  PortfolioTotalsDocument,
} from '../rest/operations/generated/graphql.ts'
import {
  assetOrder,
  category,
  clientId,
  date,
  decimal,
  direction,
  fields,
  paging,
  searchCursor,
  searchText,
  smallPageSize,
} from '../rest/parameters.ts'
import { assetsBody } from '../rest/portfolio.bodies.ts'
import { answeredRoute } from '../rest/route.ts'

// Each answer below is a read of GraphQL in the form of a path, with the price and the limits of its fields.

export const SEARCH = answeredRoute({
  path: 'search_assets',
  parameters: {
    client_id: clientId,
    search: searchText.optional(),
    category: category.optional(),
    min_value: decimal.optional(),
    max_value: decimal.optional(),
    order_by: assetOrder.optional(),
    direction: direction.optional(),
    fields: fields.optional(),
    page_size: smallPageSize.optional(),
    cursor: searchCursor.optional(),
  },
  async answer(query, { run, withheldFrom }) {
    const { client_id: clientId, order_by: field, direction = 'asc' } = query
    if (query.direction && !field) throw invalidParameter('direction needs order_by.')
    const { portfolio } = await run(AssetsDocument, {
      clientId,
      filter: {
        search: query.search,
        category: query.category,
        minValue: query.min_value,
        maxValue: query.max_value,
      },
      orderBy: field && { field, direction },
      ...pageVariables(query),
      require: [],
      withValuations: false,
      withDocuments: false,
    })
    const address = { path: '', parameters: {} }
    const { assets } = portfolio
    if (assets === null) throw new Error('The assets are null without an error.')
    const { data, pagination } = assetsBody(assets, { query, address, withheldFrom })
    return { data, pagination, grant: portfolio.grant }
  },
})

export const TOTALS = answeredRoute({
  path: 'get_totals',
  parameters: { cursor: paging.cursor },
  async answer({ cursor }, { run }) {
    const { totals } = await run(PortfolioTotalsDocument, { after: cursor ?? null })
    return { data: totals }
  },
})

export const EXPIRING = answeredRoute({
  path: 'list_expiring_documents',
  parameters: {
    expires_from: date.optional(),
    expires_to: date.optional(),
    page_size: paging.page_size,
    cursor: paging.cursor,
  },
  async answer(query, { run }) {
    const { documents } = await run(ExpiringDocumentsDocument, {
      ...pageVariables(query),
      from: query.expires_from ?? null,
      to: query.expires_to ?? null,
    })
    const { hasNextPage, endCursor } = documents.pageInfo
    const next_cursor = hasNextPage ? endCursor : null
    return { data: documents.nodes, pagination: { has_more: hasNextPage, next_cursor } }
  },
})

export const QUESTION_PARAMETERS: readonly string[] = [SEARCH, TOTALS, EXPIRING].flatMap(
  ({ parameters }) => Object.keys(parameters),
)
