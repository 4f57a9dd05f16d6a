import { builder } from '../../schema/builder.ts'
import { poolOf } from '../../schema/context.ts'
import { ApiKeyType } from '../keys/api-key.type.ts'
import { type ErrorGroupRow, MAX_GROUPS, readErrorGroups } from './error-group.reads.ts'
import { DAYS, MAX_DAYS, readDays } from './usage.type.ts'

/** A group with an id for its key. */
interface ErrorGroup extends ErrorGroupRow {
  readonly id: string
}

const ErrorGroupType = builder.objectRef<ErrorGroup>('ErrorGroup').implement({
  description: 'The requests of a key at one endpoint that ended with one error code.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Identifies the key, the number of days, the endpoint and the code together.',
    }),
    code: t.exposeString('code', { description: 'The code of the error.' }),
    endpoint: t.exposeString('endpoint', {
      description: 'The method and path; unknown where the gateway has no such path.',
    }),
    status: t.exposeInt('status', { description: 'The status of the error.' }),
    daily: t.intList({
      description: 'How many requests there were on each day in UTC. Oldest first.',
      extensions: { maxLength: MAX_DAYS },
      resolve: ({ daily }) => daily,
    }),
    lastAt: t.expose('last_at', {
      description: 'The instant of the newest of them.',
      type: 'DateTime',
    }),
    lastRequestId: t.exposeString('request_id', { description: 'The id that its response had.' }),
  }),
})

builder.objectField(ApiKeyType, 'errorGroups', (t) =>
  t.field({
    type: [ErrorGroupType],
    description: 'The errors of the key by code and endpoint, the latest first.',
    extensions: { maxLength: MAX_GROUPS },
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: async ({ id, loaders }, { days: asked }, context) => {
      const days = readDays(asked)
      const found = await loaders.load(`error groups ${days}`, id, (ids) =>
        readErrorGroups(poolOf(context), ids, days, context.request.now),
      )
      const idOf = ({ endpoint, code }: ErrorGroupRow) => `${id}:${days}:${endpoint}:${code}`
      return (found ?? []).map((group) => ({ ...group, id: idOf(group) }))
    },
  }),
)
