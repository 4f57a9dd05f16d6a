import type { GraphQLResolveInfo } from 'graphql'
import { invalidParameter, parseCode } from '../../errors.ts'
import type { Context } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import type { Arg } from '../../schema/list.type.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../../schema/list-search.ts'
import { isCleanText } from '../../values/name.ts'
import type { RequestFilter } from './request.reads.ts'
import type { Outcome } from './stored-requests.ts'

const OutcomeType = enumType('RequestOutcome', 'How a request ended.', {
  ok: '2xx and 3xx.',
  refused: '4xx except 429.',
  limited: 'Over the rate limit: 429.',
  failed: '5xx.',
} satisfies Record<Outcome, string>)

export function requestFilterArgs(arg: Arg) {
  return {
    outcome: arg({ type: OutcomeType, description: 'Only requests that ended so.' }),
    code: arg.string({ description: 'Only requests with this error code.' }),
    endpoint: arg.string({ description: 'Only requests to this endpoint.' }),
    clientId: arg.id({ description: 'Only requests that named or read this client.' }),
    since: arg({ type: 'DateTime', description: 'Only requests at or after this instant.' }),
    until: arg({ type: 'DateTime', description: 'Only requests before this instant.' }),
    search: arg.string({
      description: `Only requests with this text in the name of a client of the firm, the request id, the client id, the endpoint, the path or the parameters: ${SEARCH_LIMIT}`,
    }),
  }
}

type Asked = { readonly [Name in keyof RequestFilter]?: RequestFilter[Name] | undefined }

interface FilterArgs extends Omit<Asked, 'code' | 'search'>, SearchArgs {
  readonly code?: string | null | undefined
}

/** The filter of the arguments. Throws `invalid_parameter`. */
export async function parseRequestFilter(
  { code = null, search, ...args }: FilterArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<RequestFilter> {
  const { outcome = null, since = null, until = null, endpoint = null, clientId = null } = args
  if (!isCleanText(`${endpoint}${clientId}`))
    throw invalidParameter('endpoint and clientId take text without NUL characters.')
  // Cursors depend on the order of the members.
  return {
    ...{ outcome, since, until, code: code === null ? null : parseCode(code) },
    ...{ endpoint, clientId, search: await parseListSearch({ search }, context, info) },
  }
}
