import { databaseClock } from '../database/clock.ts'
import type { OpenDatabase } from '../database/open.ts'
import { findWithheld } from '../modules/retention/purge.writes.ts'
import { type Found, problem, sound } from './finding.ts'

/** Whether the daily purge withholds a table. */
export async function examineRetention({
  database: { pool },
}: {
  readonly database: Pick<OpenDatabase, 'pool'>
}): Promise<Found> {
  const withheld = await findWithheld(pool, await databaseClock(pool)())
  if (withheld.length === 0) return sound('the daily purge takes a small part of each table')
  const tables = withheld.map(({ table, most, total }) => `${table} (over ${most} of ${total})`)
  const found = `the daily purge withholds ${tables.join(', ')}: too much in one go`
  return problem(found, "Check the database's clock, then run: orangery purge --yes")
}
