import type pg from 'pg'
import type { Environment } from '../../access/caller.ts'
import { readRows } from '../../database/statement.ts'

export interface PersonRow {
  id: string
  name: string
  email: string
  is_staff: boolean
  /** That of the person's portfolio; null where there is none. */
  environment: Environment | null
}

/** A person; null where there is none with this id. */
export async function readPerson(pool: pg.Pool, userId: string): Promise<PersonRow | null> {
  const [row] = await readRows<PersonRow>(
    pool,
    `SELECT u.id, u.name, u.email, u.is_staff, p.environment::text AS environment
       FROM users u LEFT JOIN portfolios p ON p.client_id = u.id WHERE u.id = $1`,
    [userId],
  )
  return row ?? null
}
