import type { GraphQLResolveInfo } from 'graphql'
import type { LifeState } from '../../access/liveness.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { type Arg, pageArgs } from '../../schema/page-args.ts'
import type { PageArgs } from '../../schema/paging.ts'
import { parseListSearch, SEARCH_LIMIT, type SearchArgs } from '../assets/list-search.ts'
import { GrantStateType } from './grant.type.ts'
import type { GrantOrder, GrantQuery } from './grant-list.reads.ts'

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

/** The filter and the order that the arguments ask for, or else the usual order. Throws `invalid_parameter`. */
export async function parseGrantQuery(
  args: GrantListArgs,
  usual: GrantOrder,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<GrantQuery> {
  const search = await parseListSearch(args, context, info)
  return { search, states: args.state ?? [], order: args.orderBy ?? usual }
}
