import type { GraphQLResolveInfo } from 'graphql'
import type { LifeState } from '../../access/liveness.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { EnvironmentType, enumValues, KeyStateType } from '../../schema/enums.ts'
import { type Arg, type List, listType, pageArgs } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../assets/list-search.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { type Firm, FirmType, firmOf } from '../firms/firm.type.ts'
import { readKeys } from './api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from './api-key.type.ts'
import { type KeyOrder, keysOfFirm } from './key-list.reads.ts'

const ApiKeyList = listType('FirmApiKeysConnection', ApiKeyType)

const KeyOrderType = builder.enumType('KeyOrder', {
  description: 'An order of the keys of a firm.',
  values: enumValues({
    newest: 'The newest first.',
    name: 'By name.',
    last_used: 'The one used last first; those never used at the end.',
  } satisfies Record<KeyOrder, string>),
})

const keyListArgs = (arg: Arg) => ({
  ...pageArgs(arg),
  search: arg.string({
    description: `Only keys with this text in the name or the id, or as the reference of a secret: ${SEARCH_LIMIT}`,
  }),
  state: arg({ type: KeyStateType, description: 'Only keys in this state.' }),
  environment: arg({ type: EnvironmentType, description: 'Only keys of this environment.' }),
  orderBy: arg({ type: KeyOrderType, description: 'The newest first, by default.' }),
})

builder.objectFields(FirmType, (t) => ({
  apiKeys: t.field({
    type: ApiKeyList,
    authScopes: { person: true },
    description: 'Newest first, unless an order is given.',
    args: keyListArgs(t.arg),
    resolve: listKeys,
  }),
}))

builder.queryFields((t) => ({
  apiKeys: t.field({
    type: ApiKeyList,
    authScopes: { person: true },
    description:
      'The keys of a firm, for its members and for staff. Newest first, unless an order is given.',
    args: {
      firmId: t.arg.id({ description: 'The id of the firm.', required: true }),
      ...keyListArgs(t.arg),
    },
    resolve: async (_root, { firmId, ...args }, context, info) => {
      const firm = await requireFirm(context.database.prisma, requirePerson(context), firmId)
      return listKeys(firmOf(firm), args, context, info)
    },
  }),
}))

interface KeyListArgs extends PageArgs, SearchArgs {
  readonly state?: LifeState | null | undefined
  readonly environment?: Environment | null | undefined
  readonly orderBy?: KeyOrder | null | undefined
}

async function listKeys(
  firm: Firm,
  args: KeyListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<ApiKey>> {
  const person = requirePerson(context)
  const page = parsePageRequest(args)
  const search = await parseListSearch(args, context, info)
  const { state = null, environment = null } = args
  const query = { search, state, environment, order: args.orderBy ?? 'newest' }
  return listBelow(firm, page, context, {
    rows: keysOfFirm(query),
    noun: 'key',
    bound: (firmId) => ['apiKeys', firmId, query],
    read: (ids) => readKeys(context.database.prisma, person, ids, context.request.now),
    toNode: keyMapper(),
  })
}
