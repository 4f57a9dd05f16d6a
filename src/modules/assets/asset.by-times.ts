import type { Visibility } from '../../access/visibility.ts'
import type { Params } from '../../database/statement.ts'

interface TimedOrder {
  readonly visibility: Visibility
  /** The times of assets `a`. Each has an index by client. */
  readonly times: readonly string[]
  /** The newest of the times. */
  readonly value: string
  /** The condition on `a`. */
  readonly where: string
  /** A SELECT of all ids and values from the position on. */
  readonly all: string
  /** The order and the length of the page. */
  readonly page: string
  /** The value and the id that the page comes after. Null: it is the first. */
  readonly position: string | null
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}

// So many rows of each time are read for a row of the page: some of them are not listed, and some have a newer time.
const REACH = 8

/**
 * SQL for ids and values that contain a page in the order of the newest of several times. An asset has its value as one of
 * its times, so the page is among the rows next to the position in the order of each time, of which an index has so many
 * that the cost does not depend on the portfolio. If these do not have the whole page, all assets are read.
 */
export function byTimesSql(order: TimedOrder, params: Params): string {
  const { times, position, limit, direction, all, page } = order
  const [word, comparison, other] =
    direction === 'asc' ? ['ASC', '>', 'DESC'] : ['DESC', '<', 'ASC']
  const reach = params.add(limit * REACH)
  const client = params.add(order.visibility.clientId)
  // The conditions are tested on these rows alone: in the order of an index they could read all of it to find few.
  const parts = times.map((time, source) => {
    const isAfter = position ? ` AND (${time}, a.registry_id) ${comparison} ${position}` : ''
    return `(SELECT ${source} AS source, next.at, a.registry_id, ${order.value} AS value, (${order.where}) AS is_listed
       FROM (SELECT a.registry_id AS id, ${time} AS at FROM assets a WHERE a.client_id = ${client}${isAfter}
              ORDER BY ${time} ${word}, a.registry_id ${word} LIMIT ${reach}) next
       JOIN assets a ON a.client_id = ${client} AND a.registry_id = next.id)`
  })
  // Each value is known up to where the first of the times was cut off. No time of an asset is later than its value, so
  // from the oldest on it is known up to where the last was.
  const far = direction === 'asc' && position === null ? other : word
  const isAfter = position ? ` AND (value, registry_id) ${comparison} ${position}` : ''
  return `WITH timed AS MATERIALIZED (${parts.join(' UNION ALL ')}),
    horizon AS MATERIALIZED (SELECT at, registry_id
        FROM (SELECT at, registry_id, row_number() OVER (PARTITION BY source ORDER BY at ${word}, registry_id ${word}) AS place FROM timed) placed
       WHERE place = ${reach} ORDER BY at ${far}, registry_id ${far} LIMIT 1),
    near AS MATERIALIZED (SELECT DISTINCT registry_id, value FROM timed
       WHERE is_listed${isAfter} AND NOT coalesce((value, registry_id) ${comparison} (SELECT at, registry_id FROM horizon), false)),
    known AS MATERIALIZED (SELECT count(*) >= ${params.add(limit)} OR NOT EXISTS (SELECT FROM horizon) AS is_enough FROM near)
    SELECT registry_id, value FROM near WHERE (SELECT is_enough FROM known)
    UNION ALL (${all} AND NOT (SELECT is_enough FROM known) ${page})`
}
