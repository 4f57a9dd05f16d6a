import type { GraphQLResolveInfo } from 'graphql'
import type { LifeState } from '../../access/liveness.ts'
import type { ListPosition } from '../../database/ordered.reads.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { orderCursorIn, parseOrderCursor } from '../../schema/order-cursor.ts'
import { type Arg, pageArgs } from '../../schema/page-args.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../assets/list-search.ts'
import { GrantStateType } from './grant.type.ts'
import { GRANT_ORDERS, type GrantOrder } from './grant-list.reads.ts'

const GrantOrderType = builder.enumType('GrantOrder', {
  description: 'An order of grants.',
  values: enumValues({
    active_first: 'The active ones first, each part with the newest first.',
    newest: 'The newest first.',
    end: 'By the instant of the end, the earliest first; those without one at the end.',
    name: 'By the name of the other side: the client of a grant of a key, the firm of one of a client.',
  } satisfies Record<GrantOrder, string>),
})

/** The arguments of a list of grants. `searched` names the places that a search covers. */
export const grantListArgs = (arg: Arg, searched: string) => ({
  ...pageArgs(arg),
  search: arg.string({
    description: `Only grants with this text in ${searched}, or in the id: ${SEARCH_LIMIT}`,
  }),
  state: arg({ type: [GrantStateType], description: 'Only grants in one of these states.' }),
  orderBy: arg({ type: GrantOrderType, description: 'The order of the list.' }),
})

export interface GrantListArgs extends PageArgs, SearchArgs {
  readonly state?: readonly LifeState[] | null | undefined
  readonly orderBy?: GrantOrder | null | undefined
}

interface GrantListRequest {
  readonly name: 'grants' | 'connectedApps'
  /** The id of the key or of the client. */
  readonly of: string
  readonly usual: GrantOrder
  readonly context: Context
  readonly info: GraphQLResolveInfo
}

/** The page, the filter and the order that the arguments ask for. Throws `invalid_parameter`. */
export async function parseGrantList(
  args: GrantListArgs,
  { name, of, usual, context, info }: GrantListRequest,
) {
  const page = parsePageRequest(args)
  const search = await parseListSearch(args, context, info)
  const filter = { search, states: args.state ?? [] }
  const query = { ...filter, order: args.orderBy ?? usual }
  const cursors = cursorsOf(context, name, of, query)
  const after = parseOrderCursor(page.after, GRANT_ORDERS[query.order], 'grant', cursors)
  const orderCursor = orderCursorIn(cursors)
  const cursorOf = ({ position }: { readonly position: ListPosition }) => orderCursor(position)
  return { page, filter, query, range: { limit: page.first + 1, after }, cursorOf }
}
