import type pg from 'pg'
import { readRows } from '../../database/statement.ts'

export interface PlantRow {
  /** A whole number of 64 bits, in digits. */
  id: string
  name: string
  tag: string | null
}

/** A person's own plants in order of id, after one of them. */
export async function readPlants(
  pool: pg.Pool,
  ownerId: string,
  page: { after: bigint | null; limit: number; offset: number },
): Promise<PlantRow[]> {
  if (page.after === null) {
    return readRows<PlantRow>(
      pool,
      'SELECT id, name, tag FROM plants WHERE owner_id = $1 ORDER BY id LIMIT $2 OFFSET $3',
      [ownerId, page.limit, page.offset],
    )
  }
  return readRows<PlantRow>(
    pool,
    'SELECT id, name, tag FROM plants WHERE owner_id = $1 AND id > $4 ORDER BY id LIMIT $2 OFFSET $3',
    [ownerId, page.limit, page.offset, page.after],
  )
}

/** How many plants a person has. */
export async function countPlants(pool: pg.Pool, ownerId: string): Promise<number> {
  const [row] = await readRows<{ total: string }>(
    pool,
    'SELECT count(*) AS total FROM plants WHERE owner_id = $1',
    [ownerId],
  )
  return Number(row?.total ?? 0)
}
