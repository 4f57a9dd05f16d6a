import type { Purge } from '../modules/retention/purge.writes.ts'
import type { CliCommand, CommandResult } from './command.ts'

export function addPurge(program: CliCommand): void {
  program
    .add(
      'purge',
      'remove the rows whose retention is over, as the gateway does each day',
      'purge --yes',
    )
    .option('--yes', 'also remove rows if they are too much of a table in one go')
    .onPool(async ({ pool }, { yes = false }: { yes?: boolean }) => {
      const { databaseClock } = await import('../database/clock.ts')
      const { purgeExpired } = await import('../modules/retention/purge.writes.ts')
      const now = await databaseClock(pool)()
      return formatPurge(now, await purgeExpired(pool, now, { isConfirmed: yes }))
    })
}

function formatPurge(now: Date, { removed, withheld }: Purge): CommandResult {
  const counts = Object.entries(removed).map(([table, rows]) => `  ${table}: ${rows}`)
  const json = { databaseTime: now, removed, withheld }
  const lines = [
    `The database's clock says ${now.toISOString()}.`,
    ...(counts.length > 0 ? ['Removed:', ...counts] : ['Nothing was removed.']),
    ...withheld.map(({ table, most, total }) => `Withheld: over ${most} of ${total} in ${table}.`),
  ]
  if (withheld.length === 0) return { json, lines }
  const message =
    'Too much for one purge. If the clock of the database is right, run: orangery purge --yes'
  return { json, lines, error: { code: 'state_conflict', message } }
}
