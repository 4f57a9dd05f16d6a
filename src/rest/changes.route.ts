import { pageVariables } from './list.ts'
import { ChangesDocument, type ChangesQuery } from './operations/generated/graphql.ts'
import { changesCursor, paging, parametersOf, wait } from './parameters.ts'
import type { Route } from './route.ts'

const parameters = {
  cursor: changesCursor.optional(),
  wait: wait.optional(),
  page_size: paging.page_size,
}
const parse = parametersOf(parameters)

/** The changes of the grants of the key, for all of its clients. */
export const CHANGES_ROUTE: Route = {
  area: 'portfolio',
  method: 'get',
  path: '/api/v1/changes',
  parameters,
  prepare({ query: given }) {
    const query = parse(given)
    return async ({ run }) => {
      const variables = { ...pageVariables(query), wait: query.wait ?? 0 }
      return { kind: 'body', body: changesBody(await run(ChangesDocument, variables)) }
    }
  },
}

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
