import { builder, type Context, instant, poolOf } from '../../schema/builder.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { REQUEST_LOG_DAYS } from '../../values/durations.ts'
import { parseRequestId, requireFound } from '../../values/ids.ts'
import { readerOf, recordStaffReads, requirePerson } from '../audit/acting-person.ts'
import { readKeys } from '../keys/api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from '../keys/api-key.type.ts'
import { readClientNames } from './firm-log.reads.ts'
import { MAX_FOUND, readByRequestId, readKeysOfRequest } from './request.reads.ts'
import type { StoredRequest } from './stored-requests.ts'

const FINDS_A_MINUTE = 120

/** A request of a page. Those of one page share their loaders. */
export interface LoggedRequest extends StoredRequest {
  readonly loaders: PageLoaders
}

const OF_EARLIER = 'Null if an earlier release stored the request.'

export const LoggedRequestType = builder.objectRef<LoggedRequest>('LoggedRequest').implement({
  description:
    'A request of a key: what was asked and how it was answered. It has no secret and no data of a response.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the stored request.' }),
    requestId: t.exposeString('request_id', {
      description: 'The id that the response had. A caller may use one again.',
    }),
    at: instant(t, 'at', 'The instant of the request.'),
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
      description: `The address that it came from. ${OF_EARLIER}`,
    }),
    version: t.exposeString('version', {
      nullable: true,
      description: 'The date in X-Service-Version. Null if it named none.',
    }),
    clientName: t.string({
      nullable: true,
      description: 'The name of the client. Null if they have never given the key a grant.',
      resolve: findClientName,
    }),
    key: t.field({ type: ApiKeyType, description: 'The key that it used.', resolve: findKey }),
  }),
})

builder.queryField('loggedRequests', (t) =>
  t.field({
    type: [LoggedRequestType],
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

/** Records which clients a member of staff has seen in requests. A caller may name a client who does not exist. */
export async function recordReads(
  requests: readonly StoredRequest[],
  context: Context,
): Promise<void> {
  const person = requirePerson(context)
  const named = requests.flatMap(({ client_id }) => client_id ?? [])
  if (!person.isStaff || named.length === 0) return
  const where = { clientId: { in: [...new Set(named)] } }
  const select = { clientId: true }
  const known = await context.database.prisma.portfolio.findMany({ where, select })
  const ids = known.map(({ clientId }) => clientId)
  await recordStaffReads(ids, 'client.read', context)
}

async function findClientName(
  { key_id, client_id, loaders }: LoggedRequest,
  _args: object,
  context: Context,
): Promise<string | null> {
  if (client_id === null) return null
  const read = (pairs: readonly string[]) => readClientNames(poolOf(context), pairs)
  return (await loaders.load('client name', `${key_id} ${client_id}`, read)) ?? null
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
  return requireFound(key, 'key')
}
