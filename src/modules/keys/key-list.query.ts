import type { InputShapeFromFields } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import { type LifeState, lifeStateSql } from '../../access/liveness.ts'
import { type ListOrder, newestFirst, type RowList } from '../../database/ordered.reads.ts'
import { inReadingOrder, someContains } from '../../database/statement.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { builder, type Context } from '../../schema/builder.ts'
import { EnvironmentType, enumType, KeyStateType } from '../../schema/enums.ts'
import { type Arg, listBelow, listType, pageArgs } from '../../schema/list.type.ts'
import { parseListSearch, SEARCH_LIMIT } from '../../schema/list-search.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { readerOf } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { type Firm, FirmType, firmOf } from '../firms/firm.type.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { readKeyGrants } from '../grants/grant.reads.ts'
import { grantMapper, PartnerGrantType } from '../grants/grant.type.ts'
import { readKeys } from './api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from './api-key.type.ts'

const ApiKeyList = listType('FirmApiKeysConnection', ApiKeyType)

const KeyOrderType = enumType('KeyOrder', 'An order of the keys of a firm.', {
  newest: 'The newest first.',
  name: 'By name.',
  last_used: 'The one used last first; those never used at the end.',
} satisfies Record<KeyOrder, string>)

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
    description:
      'The keys of a firm, for its members and for staff. Newest first, unless an order is given.',
    args: {
      firmId: t.arg.id({ description: 'The id of the firm.', required: true }),
      ...keyListArgs(t.arg),
    },
    resolve: async (_root, { firmId, ...args }, context, info) => {
      const firm = await requireFirm(readerOf(context), firmId)
      return listKeys(firmOf(firm), args, context, info)
    },
  }),
}))

type KeyListArgs = InputShapeFromFields<ReturnType<typeof keyListArgs>>

async function listKeys(firm: Firm, args: KeyListArgs, context: Context, info: GraphQLResolveInfo) {
  const reader = readerOf(context)
  const page = parsePageRequest(args)
  const search = await parseListSearch(args, context, info)
  const { state = null, environment = null } = args
  const query = { search, state, environment, order: args.orderBy ?? 'newest' }
  return listBelow(firm, page, context, {
    rows: keysOfFirm(query),
    noun: 'key',
    bound: (firmId) => ['apiKeys', firmId, query],
    read: (ids) => readKeys(reader, ids),
    toNode: keyMapper(),
  })
}

/** The filter and the order of a list of keys. A null member matches every key. */
interface KeyQuery {
  readonly search: string | null
  readonly state: LifeState | null
  readonly environment: Environment | null
  readonly order: KeyOrder
}

const KEY_ORDERS = {
  newest: newestFirst('r.created_at'),
  name: { direction: 'ASC', columns: [{ type: 'text', sql: () => inReadingOrder('r.name') }] },
  last_used: {
    direction: 'DESC',
    columns: [
      {
        type: 'timestamptz',
        // As `readLastUsed`. The index of usage serves a comparison in its own collation alone.
        sql: () => `coalesce((SELECT max(u.last_at) FROM key_usage u WHERE u.key_id = r.id COLLATE "default" AND u.hour >=
          (SELECT date_trunc('day', max(n.hour), 'UTC') FROM key_usage n WHERE n.key_id = r.id COLLATE "default")), 'epoch'::timestamptz)`,
      },
    ],
  },
} as const satisfies Record<string, ListOrder>

type KeyOrder = keyof typeof KEY_ORDERS

// The characters around the reference of a secret, as secrets are displayed.
const AROUND_REFERENCE = /^sk_(?:live|test)_|…$/g

// The keys of a firm that match the filter.
function keysOfFirm({ search, state, environment, order }: KeyQuery): RowList {
  return {
    from: 'api_keys r',
    parent: 'r.firm_id',
    order: KEY_ORDERS[order],
    conditions: (params, now) => {
      const conditions = []
      if (state) conditions.push(lifeStateSql('r', state, () => `${params.add(now)}::timestamptz`))
      if (environment) conditions.push(`r.environment::text = ${params.add(environment)}`)
      if (search !== null) {
        const named = someContains(['r.name', 'r.id'], search, params)
        const reference = params.add(search.replaceAll(AROUND_REFERENCE, ''))
        conditions.push(`(${named} OR EXISTS (
          SELECT FROM key_secrets s WHERE s.key_id = r.id AND s.reference = ${reference}))`)
      }
      return conditions
    },
  }
}

builder.objectField(ApiKeyType, 'grants', (t) =>
  t.field({
    type: listType('ApiKeyGrantsConnection', PartnerGrantType),
    description: 'Grants of any state, newest first. firmClients searches and filters them.',
    args: pageArgs(t.arg),
    resolve: listKeyGrants,
  }),
)

const GRANTS_OF_KEY: RowList = {
  from: 'grants r',
  parent: 'r.key_id',
  order: newestFirst('r.created_at'),
  conditions: () => [],
}

async function listKeyGrants(key: ApiKey, args: PageArgs, context: Context) {
  const reader = readerOf(context)
  return listBelow(key, parsePageRequest(args), context, {
    rows: GRANTS_OF_KEY,
    noun: 'grant',
    bound: (keyId) => ['grants', keyId],
    read: async (ids, keyIds) => {
      const rows = await readKeyGrants(reader, ids, keyIds)
      await recordGrantReads(rows, context)
      return rows
    },
    toNode: grantMapper(),
  })
}
