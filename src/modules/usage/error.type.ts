import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import type { PageLoaders } from '../../schema/page-loaders.ts'
import {
  type ErrorCountRow,
  type RequestErrorRow,
  readErrorCounts,
  readRecentErrors,
} from './error.reads.ts'
import { parseCode } from './error-code.ts'
import { readDays, within } from './usage.type.ts'

const DEFAULT_ERRORS = 10
const MAX_ERRORS = 50

export const RequestErrorType = builder.objectRef<RequestErrorRow>('RequestError').implement({
  description: 'A request that ended with an error.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the request id, the instant and the endpoint together.',
      resolve: ({ request_id, at, endpoint }) => `${request_id}:${at.toISOString()}:${endpoint}`,
    }),
    at: t.expose('at', { description: 'The instant of the request.', type: 'DateTime' }),
    endpoint: t.exposeString('endpoint', {
      description: 'The method and path, such as GET /api/v1/assets.',
    }),
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    code: t.exposeString('code', { description: 'The code of the error.' }),
    requestId: t.exposeString('request_id', { description: 'The id that the response had.' }),
  }),
})

/** The count of one code, with an id for its key. */
interface OfCode extends ErrorCountRow {
  readonly id: string
}

export const ErrorCountType = builder.objectRef<OfCode>('ErrorCount').implement({
  description: 'The requests of a key that ended with one error code.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Identifies the key, the number of days and the code together.',
    }),
    code: t.exposeString('code', { description: 'The code of the error.' }),
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    requests: t.exposeInt('requests', { description: 'How many requests ended with it.' }),
    lastAt: t.expose('last_at', {
      description: 'The instant of the newest of them.',
      type: 'DateTime',
    }),
    lastEndpoint: t.exposeString('endpoint', {
      description: 'Its method and path; unknown where the gateway has no such path.',
    }),
    lastRequestId: t.exposeString('request_id', { description: 'The id that its response had.' }),
  }),
})

/** The newest errors of a key. Throws `invalid_parameter`. */
export async function recentErrorsOf(
  keyId: string,
  loaders: PageLoaders,
  asked: { first?: number | null | undefined; code?: string | null | undefined },
  context: Context,
): Promise<RequestErrorRow[]> {
  const limit = within(asked.first ?? DEFAULT_ERRORS, 'first', MAX_ERRORS)
  const code = asked.code == null ? null : parseCode(asked.code)
  const found = await loaders.load(`errors ${limit} ${code}`, keyId, (ids) =>
    readRecentErrors(poolOf(context), ids, { limit, code }),
  )
  return found ?? []
}

/** The errors of a key by code. Throws `invalid_parameter`. */
export async function errorCountsOf(
  keyId: string,
  loaders: PageLoaders,
  asked: number | null | undefined,
  context: Context,
): Promise<OfCode[]> {
  const days = readDays(asked)
  const found = await loaders.load(`error counts ${days}`, keyId, (ids) =>
    readErrorCounts(poolOf(context), ids, days, context.request.now),
  )
  return (found ?? []).map((count) => ({ ...count, id: `${keyId}:${days}:${count.code}` }))
}
