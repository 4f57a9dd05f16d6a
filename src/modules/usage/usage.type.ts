import { invalidParameter } from '../../errors.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { builder, type Context, type Fields, poolOf } from '../../schema/builder.ts'
import { EnvironmentType } from '../../schema/enums.ts'
import type { Parent } from '../../schema/list.type.ts'
import { loadCount, PageLoaders } from '../../schema/page-loaders.ts'
import { USAGE_DAYS } from '../../values/durations.ts'
import { readerOf } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { FirmType } from '../firms/firm.type.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { requireGrant } from '../grants/grant.reads.ts'
import { PartnerGrantType } from '../grants/grant.type.ts'
import { requireKey } from '../keys/api-key.reads.ts'
import { ApiKeyType } from '../keys/api-key.type.ts'
import {
  readLastRead,
  readLastUsed,
  readReadCounts,
  readUsage,
  type UsageDayRow,
  usageSubject,
} from './usage.reads.ts'

const DEFAULT_DAYS = 30
export const MAX_DAYS = 90

type Usage = Awaited<ReturnType<typeof usageOf>>

const UsageDayType = builder.objectRef<UsageDayRow & { id: string }>('UsageDay').implement({
  description: 'The requests of one day (UTC) by status.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Identifies the firm, key or grant, the environment, and the day.',
    }),
    date: t.expose('date', { description: 'The day, in UTC.', type: 'Date' }),
    ok: t.exposeInt('ok', { description: '2xx and 3xx.' }),
    refused: t.exposeInt('refused', { description: '4xx except 429.' }),
    limited: t.exposeInt('limited', { description: 'Over the rate limit: 429.' }),
    failed: t.exposeInt('failed', { description: '5xx.' }),
  }),
})

const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'Requests by day.',
  fields: (t) => ({
    id: t.id({
      description:
        'Identifies the firm, key or grant, the environment and the number of days together.',
      resolve: ({ subjectId, days }) => `${subjectId}:${days.length}`,
    }),
    total: t.int({
      description: 'The number of requests on all days.',
      resolve: ({ days }) =>
        days.reduce((sum, day) => sum + day.ok + day.refused + day.limited + day.failed, 0),
    }),
    days: t.field({
      type: [UsageDayType],
      description: 'Oldest first; a day without requests has zeros.',
      extensions: { maxLength: MAX_DAYS },
      resolve: ({ subjectId, days }) =>
        days.map((day) => ({ ...day, id: `${subjectId}:${day.date}` })),
    }),
  }),
})

export const DAYS = `1 to ${MAX_DAYS}, ${DEFAULT_DAYS} by default.`

builder.objectField(FirmType, 'usage', (t) =>
  t.field({
    type: UsageType,
    authScopes: { person: true },
    description: 'The requests of all its keys.',
    args: {
      days: t.arg.int({ description: DAYS }),
      environment: t.arg({
        type: EnvironmentType,
        description: 'Only requests with keys of this environment.',
      }),
    },
    resolve: ({ id, loaders }, { days, environment }, context) =>
      usageOf(id, loaders, days, context, environment),
  }),
)

function usageField<Of extends Parent>(t: Fields<Of>, description: string) {
  return t.field({
    type: UsageType,
    authScopes: { person: true },
    description,
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: ({ id, loaders }: Of, { days }, context) => usageOf(id, loaders, days, context),
  })
}

builder.objectFields(ApiKeyType, (t) => ({
  usage: usageField(t, 'The requests of the key.'),
  lastUsedAt: t.field({
    description: `The instant of its newest request. Null if there was none in the last ${USAGE_DAYS} days.`,
    type: 'DateTime',
    nullable: true,
    resolve: ({ id, loaders }, _args, context) =>
      loaders.load('last used', id, (ids) => readLastUsed(poolOf(context), ids)),
  }),
}))

builder.objectFields(PartnerGrantType, (t) => ({
  usage: usageField(t, 'The requests that read under the grant.'),
  lastReadAt: t.field({
    description: `The instant of the newest read under the grant. Null if there was none in the last ${USAGE_DAYS} days.`,
    type: 'DateTime',
    nullable: true,
    resolve: ({ id, loaders }, _args, context) =>
      loaders.load('last read', id, (ids) => readLastRead(poolOf(context), ids)),
  }),
  readCount: t.int({
    description: `How many requests read under the grant in the last ${USAGE_DAYS} days. A request is counted within a minute.`,
    resolve: loadCount('read count', (context, ids) => readReadCounts(poolOf(context), ids)),
  }),
}))

builder.queryField('usage', (t) =>
  t.field({
    type: UsageType,
    description: 'The usage of one firm, one key or one grant that the caller sees.',
    args: {
      firmId: t.arg.id({ description: 'The firm whose usage it is.' }),
      keyId: t.arg.id({ description: 'The key whose usage it is.' }),
      grantId: t.arg.id({ description: 'The grant whose usage it is.' }),
      days: t.arg.int({ description: DAYS }),
    },
    resolve: async (_root, { days, ...args }, context) => {
      const id = await requireSubject(args, context)
      return usageOf(id, new PageLoaders(), days, context)
    },
  }),
)

type Subjects = Partial<Record<'firmId' | 'keyId' | 'grantId', string | null | undefined>>

async function requireSubject({ firmId, keyId, grantId }: Subjects, context: Context) {
  if ([firmId, keyId, grantId].filter((id) => id != null).length !== 1)
    throw invalidParameter('usage takes one of firmId, keyId and grantId.')
  const reader = readerOf(context)
  if (firmId != null) return (await requireFirm(reader, firmId)).id
  if (keyId != null) return (await requireKey(reader, keyId)).id
  const grant = await requireGrant(reader, grantId ?? '')
  await recordGrantReads([grant], context)
  return grant.id
}

async function usageOf(
  id: string,
  loaders: PageLoaders,
  asked: number | null | undefined,
  context: Context,
  environment?: Environment | null,
) {
  const days = readDays(asked)
  const subjectId = usageSubject(id, environment)
  const found = await loaders.load(`usage ${days}`, subjectId, (subjects) =>
    readUsage(poolOf(context), subjects, days, context.request.now),
  )
  return { subjectId, days: found ?? [] }
}

/** The requested number of days, or the default. Throws `invalid_parameter`. */
export function readDays(asked: number | null | undefined): number {
  const days = asked ?? DEFAULT_DAYS
  if (days >= 1 && days <= MAX_DAYS) return days
  throw invalidParameter(`days takes 1 to ${MAX_DAYS}.`)
}
