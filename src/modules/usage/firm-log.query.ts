import type { GraphQLResolveInfo } from 'graphql'
import { invalidParameter, parseCode } from '../../errors.ts'
import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { EnvironmentType, enumType } from '../../schema/enums.ts'
import { type List, listType, pageArgs } from '../../schema/list.type.ts'
import { type Bound, cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../../schema/list-search.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { createConnection, type PageRequest, parsePageRequest } from '../../schema/paging.ts'
import { REQUEST_LOG_DAYS } from '../../values/durations.ts'
import { notFound } from '../../values/ids.ts'
import { parseInstant } from '../../values/instant.ts'
import { isCleanText } from '../../values/text-rules.ts'
import { readerOf } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { requireKey } from '../keys/api-key.reads.ts'
import {
  countRequestsOfKeys,
  findNamedClients,
  type RequestsOfKeys,
  readKeyIds,
  readRequestsOfKeys,
} from './firm-log.reads.ts'
import type { RequestFilter } from './request.reads.ts'
import { type LoggedRequest, LoggedRequestType, recordReads } from './request-log.type.ts'
import { MAX_OF_KEY, type Outcome } from './stored-requests.ts'

const OutcomeType = enumType('RequestOutcome', 'How a request ended.', {
  ok: '2xx and 3xx.',
  refused: '4xx except 429.',
  limited: 'Over the rate limit: 429.',
  failed: '5xx.',
} satisfies Record<Outcome, string>)

builder.queryField('requestLog', (t) =>
  t.field({
    type: listType('QueryRequestLogConnection', LoggedRequestType),
    description: `The requests of the last ${REQUEST_LOG_DAYS} days of all keys of a firm, newest first, for its members and for staff. About ${MAX_OF_KEY} are kept of a key: of each endpoint and code the newest. A request is listed within a minute.`,
    args: {
      firmId: t.arg.id({ description: 'The id of the firm.', required: true }),
      environment: t.arg({
        type: EnvironmentType,
        description: 'Only requests of keys of this environment.',
      }),
      keyId: t.arg.id({ description: 'Only requests of this key of the firm.' }),
      ...pageArgs(t.arg),
      outcome: t.arg({ type: OutcomeType, description: 'Only requests that ended so.' }),
      code: t.arg.string({ description: 'Only requests with this error code.' }),
      endpoint: t.arg.string({ description: 'Only requests to this endpoint.' }),
      clientId: t.arg.id({ description: 'Only requests that named or read this client.' }),
      since: t.arg({ type: 'DateTime', description: 'Only requests at or after this instant.' }),
      until: t.arg({ type: 'DateTime', description: 'Only requests before this instant.' }),
      search: t.arg.string({
        description: `Only requests with this text in the name of a client of the firm, the request id, the client id, the endpoint, the path or the parameters: ${SEARCH_LIMIT}`,
      }),
    },
    resolve: async (
      _root,
      { firmId, environment = null, keyId = null, ...args },
      context,
      info,
    ) => {
      const { prisma } = context.database
      const firm = await requireFirm(readerOf(context), firmId)
      const page = parsePageRequest(args)
      const filter = await parseRequestFilter(args, context, info)
      if (keyId !== null && (await requireKey(readerOf(context), keyId)).firmId !== firm.id)
        throw notFound('key')
      const inFirm = await readKeyIds(prisma, firm.id, environment)
      const keyIds = inFirm.filter((id) => keyId === null || id === keyId)
      const { search } = filter
      const named = { firmId: firm.id, keyIds }
      const namedIds = search === null ? [] : await findNamedClients(poolOf(context), named, search)
      const bound = [firm.id, environment, keyId, { ...filter }] as const
      return listOf({ keyIds, filter, namedIds }, page, bound, context)
    },
  }),
)

async function listOf(
  requests: RequestsOfKeys,
  page: PageRequest,
  bound: readonly Bound[],
  context: Context,
): Promise<List<LoggedRequest>> {
  const pool = poolOf(context)
  const { now } = context.request
  const cursors = cursorsOf(context, 'requestLog of a firm', ...bound)
  const after = cursors.read(page.after, parseInstant, idMember('logged'))
  const rows = await readRequestsOfKeys(pool, requests, { after, limit: page.first + 1 }, now)
  const loaders = new PageLoaders()
  const connection = createConnection(
    rows,
    page,
    ({ at, id }) => cursors.write([at, id]),
    (row) => ({ ...row, loaders }),
  )
  await recordReads(rows.slice(0, page.first), context)
  return { ...connection, count: () => countRequestsOfKeys(pool, requests, now) }
}

type Asked = { readonly [Name in keyof RequestFilter]?: RequestFilter[Name] | undefined }

interface FilterArgs extends Omit<Asked, 'code' | 'search'>, SearchArgs {
  readonly code?: string | null | undefined
}

async function parseRequestFilter(
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
