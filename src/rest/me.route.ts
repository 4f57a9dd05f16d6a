import { describePage, type ListAddress, offsetOfPage, pageVariables } from './list.ts'
import {
  EndedGrantsDocument,
  type EndedGrantsQuery,
  MeDocument,
  type MeQuery,
} from './operations/generated/graphql.ts'
import { grantState, type Parameters, paging, parametersOf } from './parameters.ts'
import type { Route, Run } from './route.ts'

const parameters = { state: grantState.optional(), ...paging }
const parse = parametersOf(parameters)

type MeParameters = Parameters<typeof parameters>

/** The key itself, and the grants that clients have given it: those that it has, or those that have ended. */
export const ME_ROUTE: Route = {
  area: 'portfolio',
  method: 'get',
  path: '/api/v1/me',
  parameters,
  prepare({ query: given, address }) {
    const query = parse(given)
    const read = query.state === 'ended' ? readEnded : readActive
    return async ({ run }) => ({ kind: 'body', body: await read(run, query, address) })
  },
}

async function readActive(run: Run, query: MeParameters, address: ListAddress) {
  const skipped = { list: 'portfolios', offset: offsetOfPage(query) } as const
  const { viewer, portfolios }: MeQuery = await run(MeDocument, pageVariables(query), skipped)
  return {
    data: portfolios.nodes.map(({ client, grant }) => ({
      client_id: client.id,
      name: client.name,
      ...grant,
    })),
    ...describePage(portfolios, query, address),
    key: viewer,
  }
}

async function readEnded(run: Run, query: MeParameters, address: ListAddress) {
  const skipped = { list: 'endedGrants', offset: offsetOfPage(query) } as const
  const found: EndedGrantsQuery = await run(EndedGrantsDocument, pageVariables(query), skipped)
  const { viewer, endedGrants } = found
  return { data: endedGrants.nodes, ...describePage(endedGrants, query, address), key: viewer }
}
