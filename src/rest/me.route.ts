import {
  describePage,
  type ListAddress,
  offsetOfPage,
  type PageQuery,
  pageVariables,
} from './list.ts'
import { MeDocument, type MeQuery } from './operations/generated/graphql.ts'
import * as is from './parameters.ts'
import type { Route } from './route.ts'

const parse = is.parametersOf(is.paging)

/** The only path of area A without a client. It returns the key itself, and the grants that clients have given it. */
export const ME_ROUTE: Route = {
  area: 'portfolio',
  method: 'get',
  path: '/api/v1/me',
  parameters: is.paging,
  prepare({ query: given, address }) {
    const query = parse(given)
    return async ({ run }) => {
      const found = await run(MeDocument, pageVariables(query), {
        list: 'portfolios',
        offset: offsetOfPage(query),
      })
      return { kind: 'body', body: meBody(found, query, address) }
    }
  },
}

function meBody({ viewer, portfolios }: MeQuery, query: PageQuery, address: ListAddress) {
  return {
    data: portfolios.nodes.map(({ client, grant }) => ({ client_id: client.id, ...grant })),
    ...describePage(portfolios, query, address),
    key: viewer,
  }
}
