import type pg from 'pg'
import type { Access } from './access.ts'
import { grantCondition, rowsOf } from './query.ts'

/** The SQL for the newest visible change of asset `a`. */
export function changeTime({ scopes, filter }: Access): string {
  const times = scopes.map((scope) => `a.${scope}_at`)
  if (filter.type === 'collection' && !scopes.includes('detail'))
    times.push(`(SELECT max(added_at) FROM collection_items i
      WHERE i.client_id = a.client_id AND i.registry_id = a.registry_id)`)
  if (scopes.includes('estate'))
    times.push(`(SELECT max(l.expires_at) FROM share_links l
      WHERE l.client_id = a.client_id AND l.registry_id = a.registry_id AND l.expires_at <= now()
        AND l.revoked_at IS NULL)`)
  return `greatest(${times.join(', ')})`
}

/** The newest change that the grant shows. */
export async function newestChange(pool: pg.Pool, access: Access): Promise<Date> {
  const values: unknown[] = []
  const where = grantCondition(access, values)
  const [row] = await rowsOf<{ at: Date | null }>(
    pool,
    `SELECT max(${changeTime(access)}) AS at FROM assets a WHERE ${where}`,
    values,
  )
  return row?.at ?? new Date(0)
}
