import { builder, instant, poolOf } from '../../schema/builder.ts'
import { ApiKeyType } from '../keys/api-key.type.ts'
import { type ErrorCountRow, MAX_COUNTS, readErrorCounts } from './error.reads.ts'
import { DAYS, MAX_DAYS, readDays } from './usage.type.ts'

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

builder.objectField(ApiKeyType, 'errorGroups', (t) =>
  t.field({
    type: [ErrorGroupType],
    description: 'The errors of the key by code and endpoint, the latest first.',
    extensions: { maxLength: MAX_COUNTS },
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: async ({ id, loaders }, { days: asked }, context) => {
      const days = readDays(asked)
      const found = await loaders.load(`error counts ${days}`, id, (ids) =>
        readErrorCounts(poolOf(context), ids, days, context.request.now),
      )
      return found ?? []
    },
  }),
)
