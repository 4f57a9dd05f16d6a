import type { GraphQLResolveInfo } from 'graphql'
import type { LifeState } from '../../access/liveness.ts'
import type { ListPosition } from '../../database/ordered.reads.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { EnvironmentType, KeyStateType } from '../../schema/enums.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { orderCursorIn, parseOrderCursor } from '../../schema/order-cursor.ts'
import { type Arg, pageArgs } from '../../schema/page-args.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../assets/list-search.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { type Firm, FirmType, firmOf } from '../firms/firm.type.ts'
import { countFirmKeys, readFirmKeys } from './api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from './api-key.type.ts'
import { KEY_ORDERS, type KeyOrder } from './key-list.reads.ts'

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
      return listKeys(firmOf(firm, context), args, context, info)
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
  const { database, request } = context
  const page = parsePageRequest(args)
  const { state = null, environment = null } = args
  const filter = { search: await parseListSearch(args, context, info), state, environment }
  const order = args.orderBy ?? 'newest'
  const query = { ...filter, order }
  const cursors = cursorsOf(context, 'apiKeys', firm.id, query)
  const after = parseOrderCursor(page.after, KEY_ORDERS[order], 'key', cursors)
  const range = { limit: page.first + 1, after }
  const listed = await firm.loaders.loadRows(
    `keys ${JSON.stringify([query, range])}`,
    firm.id,
    async (ids) => {
      const rows = await readFirmKeys(database, person, ids, query, range, request.now)
      const toKey = keyMapper(context)
      return rows.map(({ key, position }) => ({ key: toKey(key), position }))
    },
    ({ key }) => key.row.firmId,
  )
  const orderCursor = orderCursorIn(cursors)
  const cursorOf = ({ position }: { position: ListPosition }) => orderCursor(position)
  const connection = createConnection(listed, page, cursorOf, ({ key }) => key)
  const count = async () => {
    const read = (ids: readonly string[]) => countFirmKeys(database, ids, filter, request.now)
    return (await firm.loaders.load(`key count ${JSON.stringify(filter)}`, firm.id, read)) ?? 0
  }
  return { ...connection, count }
}
