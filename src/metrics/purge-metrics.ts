import { Counter, type Registry } from 'prom-client'
import { measured } from '../measured.ts'

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
  const onPurge = (rows: Readonly<Record<string, number>>, tables: readonly string[]) => {
    for (const [table, count] of Object.entries(rows)) removed.inc({ table }, count)
    for (const table of tables) withheld.inc({ table })
  }
  measured.on('purge', onPurge)
  return () => void measured.off('purge', onPurge)
}
