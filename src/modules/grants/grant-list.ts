import type { InputShapeFromFields } from '@pothos/core'
import { type LifeState, lifeStateSql, liveSql } from '../../access/liveness.ts'
import { type ListOrder, newestFirst, type RowList } from '../../database/ordered.reads.ts'
import { inReadingOrder, type Params, someContains } from '../../database/statement.ts'
import { enumType } from '../../schema/enums.ts'
import { type Arg, pageArgs } from '../../schema/list.type.ts'
import { SEARCH_LIMIT } from '../../schema/list-search.ts'
import { GrantStateType } from './grant.type.ts'

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

export function grantsOfClient({ search, states, order }: GrantQuery): RowList {
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

/** The grants of a client under which a key can read now, newest first. The key of each grant is live as well. */
export const LIVE_GRANTS: RowList = {
  from: 'grants r JOIN api_keys k ON k.id = r.key_id',
  parent: 'r.client_id',
  order: newest,
  conditions: (params, now) => {
    const at = `${params.add(now)}::timestamptz`
    return [liveSql('r', at), liveSql('k', at)]
  },
}

const GrantOrderType = enumType('GrantOrder', 'An order of grants.', {
  active_first: 'The active ones first, each part with the newest first.',
  newest: 'The newest first.',
  end: 'By the instant of the end, the earliest first; those without one at the end.',
  name: 'By the name of the firm.',
} satisfies Record<GrantOrder, string>)

export const grantListArgs = (arg: Arg) => ({
  ...pageArgs(arg),
  search: arg.string({
    description: `Only grants with this text in the name of the firm, in the name or the id of the key, or in the id: ${SEARCH_LIMIT}`,
  }),
  state: arg({ type: [GrantStateType], description: 'Only grants in one of these states.' }),
  orderBy: arg({ type: GrantOrderType, description: 'The order of the list.' }),
})

export type GrantListArgs = InputShapeFromFields<ReturnType<typeof grantListArgs>>
