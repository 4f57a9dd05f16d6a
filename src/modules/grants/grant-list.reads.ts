import { type LifeState, lifeStateSql, liveGrantSql } from '../../access/liveness.ts'
import type { ListOrder, RowList } from '../../database/ordered.reads.ts'
import type { Params } from '../../database/statement.ts'
import { containing } from '../assets/asset.search.ts'

/** The filter of a list of grants. */
interface GrantFilter {
  /**
   * The text to search for. For the grants of a key it is searched in the client, for those of a client in the firm and
   * the key.
   */
  readonly search: string | null
  /** The states to list. Empty: all states. */
  readonly states: readonly LifeState[]
}

const newest = { type: 'timestamptz', sql: () => 'r.created_at' } as const
const liveFirst = {
  type: 'boolean',
  sql: (params: Params, now: Date) => liveGrantSql('r', `${params.add(now)}::timestamptz`),
} as const
const end = {
  type: 'timestamptz',
  sql: () => `coalesce(r.revoked_at, r.expires_at, '9999-12-31Z'::timestamptz)`,
} as const

/** The orders of grants. `name` orders by the name of the other side. */
export const GRANT_ORDERS = {
  active_first: { direction: 'DESC', columns: [liveFirst, newest] },
  newest: { direction: 'DESC', columns: [newest] },
  end: { direction: 'ASC', columns: [end] },
  name: { direction: 'ASC', columns: [{ type: 'text', sql: () => 'lower(other.name)' }] },
} as const satisfies Record<string, ListOrder>

export type GrantOrder = keyof typeof GRANT_ORDERS

/** The filter and the order of a list of grants. */
export interface GrantQuery extends GrantFilter {
  readonly order: GrantOrder
}

/** The grants of a key that match the filter. */
export function grantsOfKey(filter: GrantFilter): RowList {
  return {
    from: 'grants r JOIN users other ON other.id = r.client_id',
    parent: 'r.key_id',
    conditions: (params, now) => [
      ...inStates(filter.states, params, now),
      ...contain(['other.name', 'r.client_id', 'r.id'], filter.search, params),
    ],
  }
}

/** The grants of a client that match the filter. */
export function grantsOfClient(filter: GrantFilter): RowList {
  return {
    from: 'grants r JOIN api_keys k ON k.id = r.key_id JOIN firms other ON other.id = k.firm_id',
    parent: 'r.client_id',
    conditions: (params, now) => [
      ...inStates(filter.states, params, now),
      ...contain(['other.name', 'k.name', 'k.id', 'r.id'], filter.search, params),
    ],
  }
}

function inStates(states: readonly LifeState[], params: Params, now: Date): string[] {
  if (states.length === 0) return []
  const at = () => `${params.add(now)}::timestamptz`
  return [`(${[...new Set(states)].map((state) => lifeStateSql('r', state, at)).join(' OR ')})`]
}

function contain(columns: readonly string[], search: string | null, params: Params): string[] {
  if (search === null) return []
  const part = params.add(containing(search))
  return [`(${columns.map((column) => `${column} ILIKE ${part}`).join(' OR ')})`]
}
