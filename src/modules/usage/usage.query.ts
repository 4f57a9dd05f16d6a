import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { USAGE_DAYS } from '../../values/usage-days.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { FirmType } from '../firms/firm.type.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { requireGrant } from '../grants/grant.reads.ts'
import { PartnerGrantType } from '../grants/grant.type.ts'
import { requireKey } from '../keys/api-key.reads.ts'
import { ApiKeyType } from '../keys/api-key.type.ts'
import { MAX_CODES } from './error.reads.ts'
import { ErrorCountType, errorCountsOf, RequestErrorType, recentErrorsOf } from './error.type.ts'
import { readLastRead, readLastUsed, readReadCounts, type UsageSubject } from './usage.reads.ts'
import { DAYS, UsageType, usageOf } from './usage.type.ts'

const ofFirm = (firmId: string) => ({ firmId })
const ofKey = (keyId: string) => ({ keyId })
const ofGrant = (grantId: string) => ({ grantId })

builder.objectField(FirmType, 'usage', (t) =>
  t.field({
    type: UsageType,
    authScopes: { person: true },
    description: 'The requests of all its keys.',
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: ({ id, loaders }, { days }, context) => usageOf(id, loaders, ofFirm, days, context),
  }),
)

builder.objectFields(ApiKeyType, (t) => ({
  lastUsedAt: t.field({
    description: `The instant of its newest request. Null if there was none in the last ${USAGE_DAYS} days.`,
    type: 'DateTime',
    nullable: true,
    resolve: ({ id, loaders }, _args, context) =>
      loaders.load('last used', id, (ids) => readLastUsed(poolOf(context), ids)),
  }),
  usage: t.field({
    type: UsageType,
    description: 'The requests of the key.',
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: ({ id, loaders }, { days }, context) => usageOf(id, loaders, ofKey, days, context),
  }),
  recentErrors: t.field({
    type: [RequestErrorType],
    description: 'Newest first, at most 50.',
    args: {
      first: t.arg.int({ description: '1 to 50, 10 by default.' }),
      code: t.arg.string({ description: 'Only errors with this code.' }),
    },
    resolve: ({ id, loaders }, asked, context) => recentErrorsOf(id, loaders, asked, context),
  }),
  errorCounts: t.field({
    type: [ErrorCountType],
    description: 'The errors of the key by code, the latest first.',
    extensions: { maxLength: MAX_CODES },
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: ({ id, loaders }, { days }, context) => errorCountsOf(id, loaders, days, context),
  }),
}))

builder.objectFields(PartnerGrantType, (t) => ({
  lastReadAt: t.field({
    description: `The instant of the newest read under the grant. Null if there was none in the last ${USAGE_DAYS} days.`,
    type: 'DateTime',
    nullable: true,
    resolve: ({ id, loaders }, _args, context) =>
      loaders.load('last read', id, (ids) => readLastRead(poolOf(context), ids)),
  }),
  readCount: t.int({
    description: `How many requests read under the grant in the last ${USAGE_DAYS} days. A request is counted within a minute.`,
    resolve: async ({ id, loaders }, _args, context) => {
      const read = (ids: readonly string[]) => readReadCounts(poolOf(context), ids)
      return (await loaders.load('read count', id, read)) ?? 0
    },
  }),
  usage: t.field({
    type: UsageType,
    description: 'The requests that read under the grant.',
    args: { days: t.arg.int({ description: DAYS }) },
    resolve: ({ id, loaders }, { days }, context) => usageOf(id, loaders, ofGrant, days, context),
  }),
}))

interface UsageArgs {
  readonly firmId?: string | null | undefined
  readonly keyId?: string | null | undefined
  readonly grantId?: string | null | undefined
}

builder.queryField('usage', (t) =>
  t.field({
    type: UsageType,
    authScopes: { person: true },
    description: 'The usage of one firm, one key or one grant that the caller sees.',
    args: {
      firmId: t.arg.id({ description: 'The firm whose usage it is.' }),
      keyId: t.arg.id({ description: 'The key whose usage it is.' }),
      grantId: t.arg.id({ description: 'The grant whose usage it is.' }),
      days: t.arg.int({ description: DAYS }),
    },
    resolve: async (_root, { days, ...args }, context) => {
      const { id, subjectOf } = await requireSubject(args, context)
      return usageOf(id, new PageLoaders(), subjectOf, days, context)
    },
  }),
)

async function requireSubject(
  { firmId, keyId, grantId }: UsageArgs,
  context: Context,
): Promise<{ id: string; subjectOf: (id: string) => UsageSubject }> {
  if ([firmId, keyId, grantId].filter((id) => id != null).length !== 1)
    throw new GatewayError('invalid_parameter', 'usage takes one of firmId, keyId and grantId.')
  const person = requirePerson(context)
  const { prisma } = context.database
  const { now } = context.request
  if (firmId != null) {
    return { id: (await requireFirm(prisma, person, firmId)).id, subjectOf: ofFirm }
  }
  if (keyId != null) {
    return { id: (await requireKey(prisma, person, keyId, now)).id, subjectOf: ofKey }
  }
  const grant = await requireGrant(prisma, person, grantId ?? '', now)
  await recordGrantReads([grant], context)
  return { id: grant.id, subjectOf: ofGrant }
}
