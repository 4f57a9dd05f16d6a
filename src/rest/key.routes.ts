import { describePage, type ListAddress, offsetOfPage, pageVariables } from './list.ts'
import {
  ChangesDocument,
  type ChangesQuery,
  ConnectionDocument,
  type ConnectionQuery,
  EndedGrantsDocument,
  MeDocument,
} from './operations/generated/graphql.ts'
import { changesCursor, grantState, type Parameters, paging, wait } from './parameters.ts'
import { answeredRoute, type Route, type Run, readRoute } from './route.ts'

const meParameters = { state: grantState.optional(), ...paging }
type MeParameters = Parameters<typeof meParameters>

// The key itself, and the grants that clients have given it: those that it has, or those that have ended.
const ME = answeredRoute({
  path: '/api/v1/me',
  parameters: meParameters,
  answer: (query, { run }, { address }) =>
    (query.state === 'ended' ? readEnded : readActive)(run, query, address),
})

async function readActive(run: Run, query: MeParameters, address: ListAddress) {
  const skipped = { list: 'portfolios', offset: offsetOfPage(query) } as const
  const { viewer, portfolios } = await run(MeDocument, pageVariables(query), skipped)
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
  const { viewer, endedGrants } = await run(EndedGrantsDocument, pageVariables(query), skipped)
  return { data: endedGrants.nodes, ...describePage(endedGrants, query, address), key: viewer }
}

/** The paths of area A that name no client. */
export const KEY_ROUTES: readonly Route[] = [
  ME,
  readRoute({
    path: '/api/v1/changes',
    parameters: {
      cursor: changesCursor.optional(),
      wait: wait.optional(),
      page_size: paging.page_size,
    },
    operation: ChangesDocument,
    variables: (query) => ({ ...pageVariables(query), wait: query.wait ?? 0 }),
    body: changesBody,
  }),
  // The outcome of a connection. It names no client: the key has no grant before an approval.
  readRoute({
    path: '/api/v1/connections/:id',
    parameters: {},
    operation: ConnectionDocument,
    variables: (_query, { id = '' }) => ({ id }),
    body: ({ connection }) => ({ data: connectionBody(connection) }),
  }),
]

type Change = ChangesQuery['changes']['nodes'][number]

function changesBody({ changes: { nodes, ...page } }: ChangesQuery) {
  return { data: nodes.map(changeBody), ...page }
}

// A reason, an effect and a request for deletion are absent, not null, in changes that have none.
function changeBody({ id, type, reason, effect, deletion_requested, ...change }: Change) {
  return {
    id,
    type: restTypeOf(type),
    ...change,
    ...(reason !== null && { reason }),
    ...(effect !== null && { effect }),
    ...(deletion_requested !== null && { deletion_requested }),
  }
}

/** The type of a change in REST: `grant.given` for `grant_given`. */
export function restTypeOf(type: string): string {
  return type.replace('_', '.')
}

// Members that only an approved connection has are absent otherwise.
function connectionBody({ client_id, grant, ...always }: ConnectionQuery['connection']) {
  return {
    ...always,
    ...(client_id !== null && { client_id }),
    ...(grant !== null && { grant }),
  }
}
