import type { GraphQLResolveInfo } from 'graphql'
import { parseRequestId } from '../../load/request-context.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { pageArgs } from '../../schema/page-args.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { notFound } from '../../values/record-id.ts'
import { REQUEST_LOG_DAYS } from '../../values/request-log-days.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../assets/list-search.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { readKeys } from '../keys/api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from '../keys/api-key.type.ts'
import { parseCode } from './error-code.ts'
import { MAX_OF_KEY } from './request.writes.ts'
import {
  type Outcome,
  type RequestFilter,
  readByRequestId,
  readKeysOfRequest,
  readRequests,
  requestsOfKey,
} from './request-log.reads.ts'
import { recordRequestReads } from './request-reads.writes.ts'
import type { StoredRequest } from './stored-requests.ts'

const MAX_FOUND = 20
const FINDS_A_MINUTE = 120

/** A request of a page. Those of one page share their loaders. */
export interface LoggedRequest {
  readonly row: StoredRequest
  readonly loaders: PageLoaders
}

const OutcomeType = builder.enumType('RequestOutcome', {
  description: 'How a request ended.',
  values: enumValues({
    ok: '2xx and 3xx.',
    refused: '4xx except 429.',
    limited: 'Over the rate limit: 429.',
    failed: '5xx.',
  } satisfies Record<Outcome, string>),
})

const OF_EARLIER = 'Null if an earlier release stored the request.'

export const LoggedRequestType = builder.objectRef<LoggedRequest>('LoggedRequest').implement({
  description:
    'A request of a key: what was asked and how it was answered. It has no secret and no data of a response.',
  fields: (t) => ({
    id: t.id({ description: 'Identifies the stored request.', resolve: ({ row }) => row.id }),
    requestId: t.string({
      description: 'The id that the response had. A caller may use one again.',
      resolve: ({ row }) => row.request_id,
    }),
    at: t.field({
      type: 'DateTime',
      description: 'The instant of the request.',
      resolve: ({ row }) => row.at,
    }),
    method: t.string({
      description: 'The method; other for one that no path takes.',
      resolve: ({ row }) => row.method,
    }),
    endpoint: t.string({
      description: 'The method and path, such as GET /api/v1/assets; unknown for any other path.',
      resolve: ({ row }) => row.endpoint,
    }),
    path: t.string({
      nullable: true,
      description: 'The path of a request for an unknown path; what may be a secret is … in it.',
      resolve: ({ row }) => row.path,
    }),
    parameters: t.stringList({
      description:
        'Each as name=value. The value is … if the interface has no such parameter, or if it may be a secret. Of GraphQL the operation and its root fields, never variables.',
      resolve: ({ row }) => row.parameters,
    }),
    clientId: t.string({
      nullable: true,
      description: 'The id of the client that it named or read. Null if it was none or several.',
      resolve: ({ row }) => row.client_id,
    }),
    status: t.int({
      description:
        'The status of the error, or else of the response. A GraphQL response with an error can have 200.',
      resolve: ({ row }) => row.status,
    }),
    code: t.string({
      nullable: true,
      description: 'The code of the error. Null if there was none.',
      resolve: ({ row }) => row.code,
    }),
    message: t.string({
      nullable: true,
      description: 'What the response said about the error, without values of the request.',
      resolve: ({ row }) => row.message,
    }),
    milliseconds: t.int({
      nullable: true,
      description: `From the arrival to the end of the response. ${OF_EARLIER}`,
      resolve: ({ row }) => row.milliseconds,
    }),
    bytes: t.field({
      type: 'ByteCount',
      nullable: true,
      description: `The length of the body that was sent. ${OF_EARLIER}`,
      resolve: ({ row }) => row.bytes,
    }),
    cost: t.int({
      nullable: true,
      description: `How many requests it counted as against the rate limit. ${OF_EARLIER}`,
      resolve: ({ row }) => row.cost,
    }),
    address: t.string({
      nullable: true,
      description:
        'Where it came from, if it was rejected because of that; null for every other request.',
      resolve: ({ row }) => row.address,
    }),
    key: t.field({
      type: ApiKeyType,
      description: 'The key that it used.',
      resolve: ({ row, loaders }, _args, context) => keyOf(row.key_id, loaders, context),
    }),
  }),
})

builder.objectField(ApiKeyType, 'requestLog', (t) =>
  t.field({
    type: listType('ApiKeyRequestLogConnection', LoggedRequestType),
    description: `The requests of the last ${REQUEST_LOG_DAYS} days, newest first. About ${MAX_OF_KEY} are kept: of each endpoint and code the newest. A request is listed within a minute.`,
    args: {
      ...pageArgs(t.arg),
      outcome: t.arg({ type: OutcomeType, description: 'Only requests that ended so.' }),
      code: t.arg.string({ description: 'Only requests with this error code.' }),
      endpoint: t.arg.string({ description: 'Only requests to this endpoint.' }),
      clientId: t.arg.id({ description: 'Only requests that named or read this client.' }),
      since: t.arg({ type: 'DateTime', description: 'Only requests at or after this instant.' }),
      until: t.arg({ type: 'DateTime', description: 'Only requests before this instant.' }),
      search: t.arg.string({
        description: `Only requests with this text in the request id, the client id, the endpoint, the path or the parameters: ${SEARCH_LIMIT}`,
      }),
    },
    resolve: listRequests,
  }),
)

builder.queryField('loggedRequests', (t) =>
  t.field({
    type: [LoggedRequestType],
    authScopes: { person: true },
    description: `The requests of the last ${REQUEST_LOG_DAYS} days with one request id, newest first, at most ${MAX_FOUND}: of the keys of the caller's firms, and for staff of all keys.`,
    extensions: { maxLength: MAX_FOUND },
    args: {
      requestId: t.arg.string({ description: 'The X-Request-Id of the response.', required: true }),
      keyId: t.arg.id({ description: 'Only requests of this key.' }),
    },
    resolve: async (_root, { requestId, keyId }, context, info) => {
      await context.fieldLimits.use(context, info, FINDS_A_MINUTE)
      return findLoggedRequests(parseRequestId(requestId), keyId ?? null, context)
    },
  }),
)

/** The requests with one id of keys that the caller sees. */
export async function findLoggedRequests(
  requestId: string,
  keyId: string | null,
  context: Context,
): Promise<LoggedRequest[]> {
  const { now } = context.request
  const pool = poolOf(context)
  const using = await readKeysOfRequest(pool, requestId, now)
  const asked = using.filter((id) => keyId === null || id === keyId)
  const keys = await readKeys(context.database.prisma, requirePerson(context), asked, now)
  const seen = keys.map(({ id }) => id)
  const rows = await readByRequestId(pool, requestId, seen, MAX_FOUND, now)
  await recordRequestReads(rows, context)
  const loaders = new PageLoaders()
  return rows.map((row) => ({ row, loaders }))
}

interface RequestLogArgs extends PageArgs, SearchArgs {
  readonly outcome?: Outcome | null | undefined
  readonly code?: string | null | undefined
  readonly endpoint?: string | null | undefined
  readonly clientId?: string | null | undefined
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
}

async function listRequests(
  { id, loaders }: ApiKey,
  args: RequestLogArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<LoggedRequest>> {
  const page = parsePageRequest(args)
  const filter = await parseFilter(args, context, info)
  const list = await listBelow({ id, loaders }, page, context, {
    rows: requestsOfKey(filter),
    noun: 'logged',
    bound: (keyId) => ['requestLog', keyId, { ...filter }],
    read: (ids, keyIds) => readRequests(poolOf(context), ids, keyIds),
    toNode: (row) => ({ row, loaders }),
  })
  await recordRequestReads(
    list.edges.map(({ node }) => node.row),
    context,
  )
  return list
}

async function parseFilter(
  args: RequestLogArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<RequestFilter> {
  const { outcome = null, since = null, until = null } = args
  return {
    outcome,
    since,
    until,
    code: args.code == null ? null : parseCode(args.code),
    endpoint: args.endpoint ?? null,
    clientId: args.clientId ?? null,
    search: await parseListSearch(args, context, info),
  }
}

async function keyOf(id: string, loaders: PageLoaders, context: Context): Promise<ApiKey> {
  const { prisma } = context.database
  const key = await loaders.load('key of a request', id, async (ids) => {
    const keys = await readKeys(prisma, requirePerson(context), ids, context.request.now)
    const toKey = keyMapper()
    return new Map(keys.map((each) => [each.id, toKey(each)]))
  })
  if (!key) throw notFound('key')
  return key
}
