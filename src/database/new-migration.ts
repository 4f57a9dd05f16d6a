import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMigrationsDir } from './migrations.ts'
import { schemaDiff } from './schema-diff.ts'

// `new-migration <name>` writes what the data model has gained since the last migration;
// `new-migration --check` ends with 1 where there is anything to write.
const [argument = ''] = process.argv.slice(2)

if (argument === '--check') await check()
else if (/^[a-z][a-z0-9_]*$/.test(argument)) await write(argument)
else stop('Name the migration: lower-case words with underscores, such as add_insured_value.')

async function check(): Promise<void> {
  const script = await schemaDiff()
  if (script !== undefined) stop(`The migrations lack what the data model says:\n\n${script}`)
}

async function write(name: string): Promise<void> {
  const script = await schemaDiff()
  if (script === undefined) return stop('The migrations say all that the data model says.')
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(findMigrationsDir(), `${stamp}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), script)
  process.stdout.write(`${folder}/migration.sql\n`)
}

function stop(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
