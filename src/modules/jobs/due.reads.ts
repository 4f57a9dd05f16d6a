import type pg from 'pg'
import { isText, orNull, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

const OF_FIRM = 50
const MOST = 500

export interface Due {
  readonly id: string
  /** The firm that it is done for. Null: it is of no firm. */
  readonly firmId: string | null
}

const readDueRow = rowReader('due', { id: isText, firmId: orNull(isText) })

/**
 * Reads the due work from a select with the columns `id`, `firm_id` and `since`: of each firm the part that has waited
 * longest, so that one firm cannot hide the due work of another.
 */
export async function readDue(
  pool: pg.Pool,
  select: string,
  values: readonly unknown[],
  read: string,
): Promise<Due[]> {
  const rows = await readRows(pool, turnsSql(select), values, read)
  return rows.map(readDueRow)
}

function turnsSql(select: string): string {
  return `SELECT id, firm_id AS "firmId" FROM (
    SELECT id, firm_id, since, row_number() OVER (PARTITION BY firm_id ORDER BY since, id) AS turn FROM (${select}) due) each
    WHERE turn <= ${OF_FIRM} ORDER BY turn, since, id LIMIT ${MOST}`
}
