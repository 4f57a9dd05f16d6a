import { parseCode } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { enumValues } from '../../schema/enums.ts'
import { type List, listType, pageArgs } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { parseListSearch, SEARCH_LIMIT } from '../../schema/list-search.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { type PageRequest, parsePageRequest } from '../../schema/paging.ts'
import { REQUEST_LOG_DAYS } from '../../values/durations.ts'
import { notFound, parseRequestId } from '../../values/ids.ts'
import { readerOf, recordStaffReads, requirePerson } from '../audit/acting-person.ts'
import { readKeys } from '../keys/api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from '../keys/api-key.type.ts'
import {
  MAX_FOUND,
  type RequestFilter,
  readByRequestId,
  readKeysOfRequest,
  readRequests,
  requestsOfKey,
} from './request.reads.ts'
import { MAX_OF_KEY, type Outcome, type StoredRequest } from './stored-requests.ts'

const FINDS_A_MINUTE = 120

/** A request of a page. Those of one page share their loaders. */
interface LoggedRequest extends StoredRequest {
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
    id: t.exposeID('id', { description: 'Identifies the stored request.' }),
    requestId: t.exposeString('request_id', {
      description: 'The id that the response had. A caller may use one again.',
    }),
    at: t.expose('at', { description: 'The instant of the request.', type: 'DateTime' }),
    method: t.exposeString('method', {
      description: 'The method; other for one that no path takes.',
    }),
    endpoint: t.exposeString('endpoint', {
      description: 'The method and path, such as GET /api/v1/assets; unknown for any other path.',
    }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'The path of a request for an unknown path; what may be a secret is … in it.',
    }),
    parameters: t.exposeStringList('parameters', {
      description:
        'Each as name=value. The value is … if the interface has no such parameter, or if it may be a secret. Of GraphQL the operation and its root fields, never variables.',
    }),
    clientId: t.exposeString('client_id', {
      nullable: true,
      description: 'The id of the client that it named or read. Null if it was none or several.',
    }),
    status: t.exposeInt('status', {
      description:
        'The status of the error, or else of the response. A GraphQL response with an error can have 200.',
    }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'The code of the error. Null if there was none.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The message of the error, without values of the request.',
    }),
    milliseconds: t.exposeInt('milliseconds', {
      nullable: true,
      description: `From the arrival to the end of the response. ${OF_EARLIER}`,
    }),
    bytes: t.expose('bytes', {
      type: 'ByteCount',
      nullable: true,
      description: `The length of the body that was sent. ${OF_EARLIER}`,
    }),
    cost: t.exposeInt('cost', {
      nullable: true,
      description: `How many requests it counted as against the rate limit. ${OF_EARLIER}`,
    }),
    address: t.exposeString('address', {
      nullable: true,
      description:
        'Where it came from, if it was rejected because of that; null for every other request.',
    }),
    key: t.field({ type: ApiKeyType, description: 'The key that it used.', resolve: findKey }),
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
    resolve: async (key, { code = null, search, ...args }, context, info) => {
      const page = parsePageRequest(args)
      const { outcome = null, since = null, until = null, endpoint = null, clientId = null } = args
      // Cursors depend on the order of the members.
      const filter = {
        ...{ outcome, since, until, code: code === null ? null : parseCode(code) },
        ...{ endpoint, clientId, search: await parseListSearch({ search }, context, info) },
      }
      return listRequests(key, page, filter, context)
    },
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
  const keys = await readKeys(readerOf(context), asked)
  const seen = keys.map(({ id }) => id)
  const rows = await readByRequestId(pool, requestId, seen, now)
  await recordReads(rows, context)
  const loaders = new PageLoaders()
  return rows.map((row) => ({ ...row, loaders }))
}

async function listRequests(
  { id, loaders }: ApiKey,
  page: PageRequest,
  filter: RequestFilter,
  context: Context,
): Promise<List<LoggedRequest>> {
  const list = await listBelow({ id, loaders }, page, context, {
    rows: requestsOfKey(filter),
    noun: 'logged',
    bound: (keyId) => ['requestLog', keyId, { ...filter }],
    read: (ids, keyIds) => readRequests(poolOf(context), ids, keyIds),
    toNode: (row) => ({ ...row, loaders }),
  })
  const shown = list.edges.map(({ node }) => node)
  await recordReads(shown, context)
  return list
}

// A caller may name a client who does not exist.
async function recordReads(requests: readonly StoredRequest[], context: Context): Promise<void> {
  const person = requirePerson(context)
  const named = requests.flatMap(({ client_id }) => client_id ?? [])
  if (!person.isStaff || named.length === 0) return
  const where = { clientId: { in: [...new Set(named)] } }
  const select = { clientId: true }
  const known = await context.database.prisma.portfolio.findMany({ where, select })
  const ids = known.map(({ clientId }) => clientId)
  await recordStaffReads(ids, 'client.read', context)
}

async function findKey(
  { key_id, loaders }: LoggedRequest,
  _args: object,
  context: Context,
): Promise<ApiKey> {
  const key = await loaders.load('key of a request', key_id, async (ids) => {
    const keys = await readKeys(readerOf(context), ids)
    const toKey = keyMapper()
    return new Map(keys.map((each) => [each.id, toKey(each)]))
  })
  if (!key) throw notFound('key')
  return key
}
