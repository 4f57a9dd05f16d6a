import type pg from 'pg'
import { CHECKS } from '../../src/doctor/run-checks.ts'
import { type TakenLog, takeLog } from './change-log.ts'
import { brokenRules } from './rules.ts'
import { type Items, sortChanges } from './transaction.ts'

/**
 * The omissions of writers since the last call: each logged transaction is checked alone, and the rules of
 * `orangery doctor` on what is stored. Does nothing more than one short statement if nothing was written.
 */
export async function findForgotten(pool: pg.Pool): Promise<string[]> {
  const log = await takeLog(pool)
  if (!log) return []
  const { rows } = await pool.query<{ line: string }>({ name: 'all_checks', text: ALL_CHECKS })
  return [...checkTransactions(log), ...rows.map(({ line }) => line)]
}

// The newest first: what is stored now is what it left, and without it what the one before left.
function checkTransactions({ transactions, items, kept }: TakenLog): string[] {
  const keptIds = new Set(kept.map(({ client_id, ref }) => `${client_id} ${ref}`))
  const current = new Map<string, Items>()
  const found: string[][] = []
  for (const changes of [...transactions].reverse()) {
    const { clientId } = changes
    const after = current.get(clientId) ?? itemsOf(clientId, items)
    const transaction = sortChanges(changes, after)
    current.set(clientId, transaction.before)
    found.push(brokenRules(transaction, keptIds))
  }
  return found.reverse().flat()
}

function itemsOf(clientId: string, items: TakenLog['items']): Items {
  const found = new Map<string, Set<string>>()
  for (const { client_id, registry_id, collection_id } of items)
    if (client_id === clientId)
      found.set(registry_id, (found.get(registry_id) ?? new Set()).add(collection_id))
  return found
}

const ALL_CHECKS = CHECKS.map(
  ({ name, message, violations }) =>
    `(SELECT '${name}: ${message}: ' || row_to_json(f) AS line FROM (${violations}) f LIMIT 3)`,
).join(' UNION ALL ')
