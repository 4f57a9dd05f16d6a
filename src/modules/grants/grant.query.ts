import type { InputShapeFromFields } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type pg from 'pg'
import { visibleAsset } from '../../access/asset-filter.sql.ts'
import { type LifeState, lifeStateSql, liveSql } from '../../access/liveness.ts'
import { isTexts, rowReader } from '../../access/rows.ts'
import { readStoredFilter } from '../../access/stored-data.ts'
import { type ListOrder, newestFirst, type RowList } from '../../database/ordered.reads.ts'
import { inReadingOrder, Params, readRows, someContains } from '../../database/statement.ts'
import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import {
  type Arg,
  type List,
  listBelow,
  listType,
  pageArgs,
  pageType,
} from '../../schema/list.type.ts'
import { parseListSearch, SEARCH_LIMIT } from '../../schema/list-search.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { type Connection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { isRegistryId } from '../../values/ids.ts'
import { assetNotFound } from '../assets/asset.reads.ts'
import { recordStaffReads } from '../audit/acting-person.ts'
import { requireClient } from '../people/client.ts'
import { type GrantDetails, readGrants } from './grant.reads.ts'
import {
  findPartnerGrant,
  GrantStateType,
  grantMapper,
  type PartnerGrant,
  PartnerGrantType,
} from './grant.type.ts'

/** Records that staff have read these grants. */
export async function recordGrantReads(rows: readonly GrantDetails[], context: Context) {
  const clientIds = rows.map((row) => row.clientId)
  await recordStaffReads(clientIds, 'grants.read', context)
}

interface GrantQuery {
  readonly search: string | null
  /** The states to list. Empty: all states. */
  readonly states: readonly LifeState[]
  readonly order: GrantOrder
}

const newest = newestFirst('r.created_at')
const liveFirst = {
  type: 'boolean',
  sql: (params: Params, now: Date) => liveSql('r', `${params.add(now)}::timestamptz`),
} as const
const end = {
  type: 'timestamptz',
  sql: () => `coalesce(r.revoked_at, r.expires_at, '9999-12-31Z'::timestamptz)`,
} as const

// `name` orders by the name of the firm.
const GRANT_ORDERS = {
  active_first: { direction: 'DESC', columns: [liveFirst, ...newest.columns] },
  newest,
  end: { direction: 'ASC', columns: [end] },
  name: { direction: 'ASC', columns: [{ type: 'text', sql: () => inReadingOrder('other.name') }] },
} as const satisfies Record<string, ListOrder>

type GrantOrder = keyof typeof GRANT_ORDERS

function grantsOfClient({ search, states, order }: GrantQuery): RowList {
  return {
    from: 'grants r JOIN api_keys k ON k.id = r.key_id JOIN firms other ON other.id = k.firm_id',
    parent: 'r.client_id',
    order: GRANT_ORDERS[order],
    conditions: (params, now) => {
      const at = () => `${params.add(now)}::timestamptz`
      const conditions = []
      const inState = [...new Set(states)].map((state) => lifeStateSql('r', state, at))
      if (inState.length > 0) conditions.push(`(${inState.join(' OR ')})`)
      if (search !== null)
        conditions.push(someContains(['other.name', 'k.name', 'k.id', 'r.id'], search, params))
      return conditions
    },
  }
}

const GrantOrderType = enumType('GrantOrder', 'An order of grants.', {
  active_first: 'The active ones first, each part with the newest first.',
  newest: 'The newest first.',
  end: 'By the instant of the end, the earliest first; those without one at the end.',
  name: 'By the name of the firm.',
} satisfies Record<GrantOrder, string>)

const grantListArgs = (arg: Arg) => ({
  ...pageArgs(arg),
  search: arg.string({
    description: `Only grants with this text in the name of the firm, in the name or the id of the key, or in the id: ${SEARCH_LIMIT}`,
  }),
  state: arg({ type: [GrantStateType], description: 'Only grants in one of these states.' }),
  orderBy: arg({ type: GrantOrderType, description: 'The order of the list.' }),
})

type GrantListArgs = InputShapeFromFields<ReturnType<typeof grantListArgs>>

async function listConnectedApps(
  asked: string | null | undefined,
  args: GrantListArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<List<PartnerGrant>> {
  const clientId = await requireClient(asked, context)
  const page = parsePageRequest(args)
  const { state, orderBy } = args
  const search = await parseListSearch(args, context, info)
  const query = { search, states: state ?? [], order: orderBy ?? 'active_first' } as const
  const parent = { id: clientId, loaders: new PageLoaders() }
  return listBelow(parent, page, context, {
    rows: grantsOfClient(query),
    noun: 'grant',
    bound: (id) => ['connectedApps', id, { ...query }],
    read: (ids) => readGrants(context.database.prisma, ids, context.request.now, { clientId }),
    toNode: grantMapper(),
  })
}

const ASSETS_A_MINUTE = 120

builder.queryFields((t) => ({
  connectedApps: t.field({
    type: listType('QueryConnectedAppsConnection', PartnerGrantType),
    description:
      "The grants that the caller gave; for staff, any client's. Active ones first, newest first, unless an order is given.",
    args: {
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...grantListArgs(t.arg),
    },
    resolve: (_root, { clientId, ...args }, context, info) =>
      listConnectedApps(clientId, args, context, info),
  }),
  grant: t.field({
    type: PartnerGrantType,
    description: "A grant, for its client, for the members of the key's firm, and for staff.",
    args: { id: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: async (_root, { id }, context) => {
      const grant = await findPartnerGrant(id, context)
      await recordGrantReads([grant], context)
      return grant
    },
  }),
  assetGrants: t.field({
    type: pageType('QueryAssetGrantsConnection', PartnerGrantType),
    description:
      "The grants under which a key can read this asset now, each within its effectiveScopes: of the caller's own portfolio; for staff, of any client's. Newest first. Pages are taken from all live grants, so one may have fewer entries than asked for although others follow.",
    args: {
      registryId: t.arg.id({ description: 'The registry id of the asset.', required: true }),
      clientId: t.arg.id({ description: 'Another client, for staff.' }),
      ...pageArgs(t.arg),
    },
    resolve: async (_root, { registryId, clientId: asked, ...args }, context, info) => {
      await context.fieldLimits.use(context, info, ASSETS_A_MINUTE)
      const clientId = await requireClient(asked, context)
      return listAssetGrants(clientId, registryId, args, context)
    },
  }),
}))

// The grants of a client under which a key can read now, newest first. The key of each grant is live as well.
const LIVE_GRANTS: RowList = {
  from: 'grants r JOIN api_keys k ON k.id = r.key_id',
  parent: 'r.client_id',
  order: newest,
  conditions: (params, now) => {
    const at = `${params.add(now)}::timestamptz`
    return [liveSql('r', at), liveSql('k', at)]
  },
}

async function listAssetGrants(
  clientId: string,
  registryId: string,
  args: PageArgs,
  context: Context,
): Promise<Connection<PartnerGrant>> {
  const parent = { id: clientId, loaders: new PageLoaders() }
  const connection = await listBelow(parent, parsePageRequest(args), context, {
    rows: LIVE_GRANTS,
    noun: 'grant',
    bound: () => ['assetGrants', clientId, registryId],
    read: (ids) => readGrants(context.database.prisma, ids, context.request.now, { clientId }),
    toNode: grantMapper(),
  })
  const grants = connection.edges.map(({ node }) => node)
  const showing = await readShowingGrants(poolOf(context), clientId, registryId, grants)
  return { ...connection, edges: connection.edges.filter(({ node }) => showing.has(node.id)) }
}

const readShowing = rowReader('assets', { ids: isTexts })

// The ids of the client's grants whose filter shows the asset. One statement decides it, with the same condition as in
// a partner's reads. Throws `asset_not_found`.
async function readShowingGrants(
  pool: pg.Pool,
  clientId: string,
  registryId: string,
  grants: readonly GrantDetails[],
): Promise<ReadonlySet<string>> {
  if (!isRegistryId(registryId)) throw assetNotFound()
  const params = new Params()
  const asset = `a.client_id = ${params.add(clientId)} AND a.registry_id = ${params.add(registryId)}`
  // In this order, portfolios with the same kinds of grants have the same statement, which is prepared only once.
  const ordered = grants.toSorted((a, b) => (a.assetFilter < b.assetFilter ? -1 : 1))
  const ids = ordered.map((grant) => shownBy(grant, params))
  const [row] = await readRows(
    pool,
    `SELECT array_remove(ARRAY[${ids.join()}]::text[], NULL) AS ids FROM assets a WHERE ${asset}`,
    params.values,
    'asset_grants',
  )
  if (row === undefined) throw assetNotFound()
  return new Set(readShowing(row).ids)
}

function shownBy(grant: GrantDetails, params: Params): string {
  const { id, clientId, assetFilter, filterValues } = grant
  const filter = readStoredFilter(`grant ${id}`, assetFilter, filterValues)
  const visible = visibleAsset({ clientId, filter }, 'a', params)
  return `CASE WHEN ${visible} THEN ${params.add(id)}::text END`
}
