import type pg from 'pg'
import { inTransaction } from '../database/transaction.ts'
import { codeOf, PG_CODES } from '../errors.ts'
import { ASSET_CHECKS } from './asset-checks.ts'
import { BLOCK_CHECKS } from './block-checks.ts'
import type { Check } from './finding.ts'
import { STATED_CHECKS } from './stated-checks.ts'
import { SYNC_CHECKS } from './sync-checks.ts'

export const CHECKS: readonly Check[] = [
  ...SYNC_CHECKS,
  ...ASSET_CHECKS,
  ...BLOCK_CHECKS,
  ...STATED_CHECKS,
]

export interface Finding {
  readonly check: string
  readonly message: string
  readonly count: number
  /** The ids of the first of them. */
  readonly examples: readonly Readonly<Record<string, string>>[]
}

export interface Diagnosis {
  readonly checked: number
  /** The checks for which the database role has no rights, or the server no function. */
  readonly skipped: readonly string[]
  readonly findings: readonly Finding[]
}

const MAX_EXAMPLES = 10
const UNDEFINED_FUNCTION = '42883'
// The class of errors in data: no JSON, no instant, no number that fits.
const DATA_EXCEPTION = '22'
const UNREADABLE_MESSAGE = 'a stored block is not in its form, so this check cannot be made'

/** Runs every check on all portfolios; `onCheck` is called before each. Changes nothing. */
export async function runChecks(
  pool: pg.Pool,
  onCheck: (check: Check, index: number) => void = () => {},
): Promise<Diagnosis> {
  const skipped: string[] = []
  const findings: Finding[] = []
  for (const [index, check] of CHECKS.entries()) {
    onCheck(check, index)
    const finding = await runCheck(pool, check)
    if (finding === 'skipped') skipped.push(check.name)
    else if (finding.count > 0) findings.push(finding)
  }
  return { checked: CHECKS.length - skipped.length, skipped, findings }
}

// Each check is a separate transaction, so it does not delay vacuum for long.
async function runCheck(pool: pg.Pool, check: Check): Promise<Finding | 'skipped'> {
  try {
    const { rows } = await inTransaction(pool, BEGIN, (client) =>
      client.query<Pick<Finding, 'count' | 'examples'>>(summarize(check)),
    )
    const { count, examples } = rows[0] ?? { count: 0, examples: [] }
    return { check: check.name, message: check.message, count, examples }
  } catch (error) {
    const code = codeOf(error)
    if (code === PG_CODES.insufficientPrivilege) return 'skipped'
    if (code === UNDEFINED_FUNCTION && check.isOfNewServers) return 'skipped'
    if (!code.startsWith(DATA_EXCEPTION)) throw error
    return { check: check.name, message: UNREADABLE_MESSAGE, count: 1, examples: [] }
  }
}

// Without the time limit of the pool, which is for requests.
const BEGIN = 'BEGIN READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL jit = off'

// Columns are named one by one, because a cluster sends rows between its nodes without the names.
function summarize({ violations, ids = ['registry_id'] }: Check): string {
  const columns = ['client_id', ...ids]
  const members = columns.map((column) => `'${column}', ${column}`).join(', ')
  return `
    WITH found AS MATERIALIZED (${violations})
    SELECT (SELECT count(*)::float8 FROM found) AS count,
           coalesce((SELECT json_agg(json_build_object(${members})) FROM (
             SELECT * FROM found ORDER BY ${columns.join(', ')} LIMIT ${MAX_EXAMPLES}) f), '[]') AS examples`
}
