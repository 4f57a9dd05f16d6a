import type { GraphQLResolveInfo } from 'graphql'
import type { LifeState } from '../../access/liveness.ts'
import { countListed, type ListPosition } from '../../database/ordered.reads.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { encodeOrderCursor, parseOrderCursor } from '../../schema/order-cursor.ts'
import { type Arg, pageArgs } from '../../schema/page-args.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../assets/list-search.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import { requireClient } from '../people/client.ts'
import { type ApiKey, ApiKeyType } from './api-key.type.ts'
import {
  type GrantDetails,
  type ListedGrant,
  readClientGrants,
  readKeyGrants,
} from './grant.reads.ts'
import {
  findPartnerGrant,
  GrantStateType,
  grantMapper,
  type PartnerGrant,
  PartnerGrantType,
} from './grant.type.ts'
import { GRANT_ORDERS, type GrantOrder, grantsOfClient, grantsOfKey } from './grant-list.reads.ts'

const GrantOrderType = builder.enumType('GrantOrder', {
  description: 'An order of grants.',
  values: enumValues({
    active_first: 'The active ones first, each part with the newest first.',
    newest: 'The newest first.',
    end: 'By the instant of the end, the earliest first; those without one at the end.',
    name: 'By the name of the other side: the client of a grant of a key, the firm of one of a client.',
  } satisfies Record<GrantOrder, string>),
})

const grantListArgs = (arg: Arg, searched: string) => ({
  ...pageArgs(arg),
  search: arg.string({
    description: `Only grants with this text in ${searched}, or in the id: ${SEARCH_LIMIT}`,
  }),
  state: arg({ type: [GrantStateType], description: 'Only grants in one of these states.' }),
  orderBy: arg({ type: GrantOrderType, description: 'The order of the list.' }),
})

builder.objectField(ApiKeyType, 'grants', (t) =>
  t.field({
    type: listType('ApiKeyGrantsConnection', PartnerGrantType),
    description: 'In any state and newest first, unless the arguments say otherwise.',
    args: grantListArgs(t.arg, 'the name or the id of the client'),
    resolve: listKeyGrants,
  }),
)

builder.queryFields((t) => ({
  connectedApps: t.field({
    type: listType('QueryConnectedAppsConnection', PartnerGrantType),
    authScopes: { person: true },
    description:
      "The grants that the caller gave; for staff, any client's. Active ones first, newest first, unless an order is given.",
    args: {
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...grantListArgs(t.arg, 'the name of the firm, or the name or the id of the key'),
    },
    resolve: (_root, { clientId, ...args }, context, info) =>
      listConnectedApps(clientId, args, context, info),
  }),
  grant: t.field({
    type: PartnerGrantType,
    nullable: true,
    authScopes: { person: true },
    description: "A grant, for its client, for the members of the key's firm, and for staff.",
    args: { id: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { id }, context) => {
      const grant = await findPartnerGrant(id, context)
      await recordGrantReads([grant.row], context)
      return grant
    },
  }),
}))

/** Records that staff have read these grants. */
export async function recordGrantReads(
  rows: readonly GrantDetails[],
  context: Context,
): Promise<void> {
  const clientIds = rows.map((row) => row.clientId)
  await recordStaffReads(clientIds, 'grants.read', requirePerson(context), context)
}

interface GrantListArgs extends PageArgs, SearchArgs {
  readonly state?: readonly LifeState[] | null | undefined
  readonly orderBy?: GrantOrder | null | undefined
}

async function listKeyGrants(
  { row: { id }, loaders }: ApiKey,
  args: GrantListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<PartnerGrant>> {
  const person = requirePerson(context)
  const { database, request } = context
  const { page, filter, query, range } = await parseGrantList(args, 'newest', context, info)
  const listed = await loaders.loadRows(
    `grants ${JSON.stringify([query, range])}`,
    id,
    async (ids) => {
      const rows = await readKeyGrants(database, person, ids, query, range, request.now)
      return showListed(rows, context)
    },
    ({ grant }) => grant.row.keyId,
  )
  const count = async () => {
    const read = (ids: readonly string[]) =>
      countListed(database.pool, grantsOfKey(filter), ids, request.now)
    return (await loaders.load(`grant count ${JSON.stringify(filter)}`, id, read)) ?? 0
  }
  return { ...createConnection(listed, page, cursorIn(query.order), ({ grant }) => grant), count }
}

async function showListed(rows: readonly ListedGrant[], context: Context) {
  await recordGrantReads(
    rows.map(({ grant }) => grant),
    context,
  )
  const toGrant = grantMapper()
  return rows.map(({ grant, position }) => ({ grant: toGrant(grant), position }))
}

async function listConnectedApps(
  asked: string | null | undefined,
  args: GrantListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<PartnerGrant>> {
  const clientId = await requireClient(asked, context)
  const { database, request } = context
  const { page, filter, query, range } = await parseGrantList(args, 'active_first', context, info)
  const rows = await readClientGrants(database, clientId, query, range, request.now)
  const toGrant = grantMapper()
  const connection = createConnection(rows, page, cursorIn(query.order), ({ grant }) =>
    toGrant(grant),
  )
  const count = async () => {
    const list = grantsOfClient(filter)
    const counts = await countListed(database.pool, list, [clientId], request.now)
    return counts.get(clientId) ?? 0
  }
  return { ...connection, count }
}

async function parseGrantList(
  args: GrantListArgs,
  usual: GrantOrder,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const page = parsePageRequest(args)
  const search = await parseListSearch(args, context, info)
  const filter = { search, states: args.state ?? [] }
  const order = args.orderBy ?? usual
  const after = parseOrderCursor(page.after, order, GRANT_ORDERS[order], 'grant')
  return { page, filter, query: { ...filter, order }, range: { limit: page.first + 1, after } }
}

function cursorIn(order: GrantOrder) {
  return ({ position }: { readonly position: ListPosition }) => encodeOrderCursor(order, position)
}
