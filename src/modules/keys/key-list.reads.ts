import { type LifeState, lifeStateSql } from '../../access/liveness.ts'
import { type ListOrder, newestFirst, type RowList } from '../../database/ordered.reads.ts'
import { inReadingOrder, someContains } from '../../database/reader-text.ts'
import type { Environment } from '../../generated/prisma/client.ts'

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
        sql: () => `coalesce((SELECT u.last_at FROM key_usage u WHERE u.key_id = r.id
          ORDER BY u.hour DESC, u.last_at DESC LIMIT 1), 'epoch'::timestamptz)`,
      },
    ],
  },
} as const satisfies Record<string, ListOrder>

export type KeyOrder = keyof typeof KEY_ORDERS

// The characters around the reference of a secret, as secrets are displayed.
const AROUND_REFERENCE = /^sk_(?:live|test)_|…$/g

/** The keys of a firm that match the filter. */
export function keysOfFirm({ search, state, environment, order }: KeyQuery): RowList {
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
