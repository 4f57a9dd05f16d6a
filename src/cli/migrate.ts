import type { Command } from 'commander'
import { addCommand } from './command.ts'
import type { Runner } from './runner.ts'

export function addMigrate(program: Command, runner: Runner): void {
  addCommand(program, 'migrate', {
    does: "bring the database's schema up to date",
    example: 'migrate',
  }).action(
    runner.withDatabase(async ({ pool }) => {
      const { migrate } = await import('../database/migrate.ts')
      const applied = await migrate(pool)
      const lines = applied.map((name) => `Applied ${name}`)
      return { members: { applied }, lines: lines.length > 0 ? lines : ['Nothing to apply.'] }
    }),
  )
}
