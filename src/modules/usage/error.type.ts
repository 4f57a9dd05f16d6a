import { parseCode } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { instant } from '../../schema/fields.ts'
import { type ApiKey, ApiKeyType } from '../keys/api-key.type.ts'
import {
  type ErrorCountRow,
  type ErrorGrouping,
  MAX_COUNTS,
  readErrorCounts,
} from './error.reads.ts'
import { type RequestErrorRow, readRecentErrors } from './request.reads.ts'
import { DAYS, MAX_DAYS, readDays, within } from './usage.type.ts'

const DEFAULT_ERRORS = 10
const MAX_ERRORS = 50

const RequestErrorType = builder.objectRef<RequestErrorRow>('RequestError').implement({
  description: 'A request that ended with an error.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the request id, the instant and the endpoint together.',
      resolve: ({ request_id, at, endpoint }) => `${request_id}:${at.toISOString()}:${endpoint}`,
    }),
    at: instant(t, 'at', 'The instant of the request.'),
    endpoint: t.exposeString('endpoint', {
      description: 'The method and path, such as GET /api/v1/assets.',
    }),
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    code: t.exposeString('code', { description: 'The code of the error.' }),
    requestId: t.exposeString('request_id', { description: 'The id that the response had.' }),
  }),
})

const ErrorCountType = builder.objectRef<ErrorCountRow>('ErrorCount').implement({
  description: 'The requests of a key that ended with one error code.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the key, the days and the code together.' }),
    code: t.exposeString('code', { description: 'The code of the error.' }),
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    requests: t.exposeInt('requests', { description: 'How many requests ended with it.' }),
    lastAt: instant(t, 'last_at', 'The instant of the newest of them.'),
    lastEndpoint: t.exposeString('endpoint', { description: 'Its method and path, or unknown.' }),
    lastRequestId: t.exposeString('request_id', { description: 'The id that its response had.' }),
  }),
})

const ErrorGroupType = builder.objectRef<ErrorCountRow>('ErrorGroup').implement({
  description: 'The requests of a key at one endpoint that ended with one error code.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies key, days, endpoint and code together.' }),
    code: t.exposeString('code', { description: 'The code of the error.' }),
    endpoint: t.exposeString('endpoint', { description: 'The method and path, or unknown.' }),
    status: t.exposeInt('status', { description: 'The status of the error.' }),
    daily: t.exposeIntList('daily', {
      description: 'How many requests there were on each day in UTC. Oldest first.',
      extensions: { maxLength: MAX_DAYS },
    }),
    lastAt: instant(t, 'last_at', 'The instant of the newest of them.'),
    lastRequestId: t.exposeString('request_id', { description: 'The id that its response had.' }),
  }),
})

builder.objectFields(ApiKeyType, (t) => ({
  recentErrors: t.field({
    type: [RequestErrorType],
    description: 'Newest first, at most 50.',
    args: {
      first: t.arg.int({ description: '1 to 50, 10 by default.' }),
      code: t.arg.string({ description: 'Only errors with this code.' }),
    },
    resolve: async ({ id, loaders }, asked, context) => {
      const limit = within(asked.first ?? DEFAULT_ERRORS, 'first', MAX_ERRORS)
      const code = asked.code == null ? null : parseCode(asked.code)
      const read = (ids: readonly string[]) =>
        readRecentErrors(poolOf(context), ids, { limit, code })
      return (await loaders.load(`errors ${limit} ${code}`, id, read)) ?? []
    },
  }),
  errorCounts: t.field({
    type: [ErrorCountType],
    description: 'The errors of the key by code, the latest first.',
    extensions: { maxLength: MAX_COUNTS },
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: (key, { days }, context) => countsOf(key, 'code', days, context),
  }),
  errorGroups: t.field({
    type: [ErrorGroupType],
    description: 'The errors of the key by code and endpoint, the latest first.',
    extensions: { maxLength: MAX_COUNTS },
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: (key, { days }, context) => countsOf(key, 'endpoint, code', days, context),
  }),
}))

async function countsOf(
  { id, loaders }: ApiKey,
  by: ErrorGrouping,
  asked: number | null | undefined,
  context: Context,
): Promise<ErrorCountRow[]> {
  const days = readDays(asked)
  const found = await loaders.load(`error counts ${by} ${days}`, id, (ids) =>
    readErrorCounts(poolOf(context), ids, by, days, context.request.now),
  )
  return found ?? []
}
