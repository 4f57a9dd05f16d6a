import { Counter, type Registry } from 'prom-client'
import { onPurge } from '../modules/retention/purges.ts'

/** Counts the rows that the purges of this process remove, and withheld purges. Returns a function that ends this. */
export function countPurges(registry: Registry): () => void {
  const labelNames = ['table']
  const removed = new Counter({
    name: 'orangery_purged_rows_total',
    help: 'Rows that the daily purge removed.',
    labelNames,
    registers: [registry],
  })
  const withheld = new Counter({
    name: 'orangery_purges_withheld_total',
    help: 'Purges that would have removed too much of a table. Alarm on any.',
    labelNames,
    registers: [registry],
  })
  return onPurge((purge) => {
    for (const [table, rows] of Object.entries(purge.removed)) removed.inc({ table }, rows)
    for (const { table } of purge.withheld) withheld.inc({ table })
  })
}
