import { ConnectionDocument, type ConnectionQuery } from './operations/generated/graphql.ts'
import { parametersOf } from './parameters.ts'
import type { Route } from './route.ts'

const parameters = {}
const parse = parametersOf(parameters)

/** The outcome of a connection. It names no client: the key has no grant before an approval. */
export const CONNECTION_ROUTE: Route = {
  area: 'portfolio',
  method: 'get',
  path: '/api/v1/connections/:id',
  parameters,
  prepare({ query, path: { id = '' } }) {
    parse(query)
    return async ({ run }) => {
      const { connection } = await run(ConnectionDocument, { id })
      return { kind: 'body', body: { data: connectionBody(connection) } }
    }
  },
}

// Members that only an approved connection has are absent otherwise.
function connectionBody({ client_id, grant, ...always }: ConnectionQuery['connection']) {
  return {
    ...always,
    ...(client_id !== null && { client_id }),
    ...(grant !== null && { grant }),
  }
}
