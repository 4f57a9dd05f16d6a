import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMigrationsDir, listMigrations } from './migrate.ts'
import { schemaDiff } from './schema-diff.ts'

// `new-migration <name>` writes a migration for the changes of the data model;
// `new-migration --check` exits with 1 if there are changes without a migration.
const [argument = ''] = process.argv.slice(2)

if (argument === '--check') await check()
else if (/^[a-z][a-z0-9_]*$/.test(argument)) await write(argument)
else fail('Give a name in lower case with underscores, such as add_insured_value.')

async function check(): Promise<void> {
  const script = await schemaDiff()
  if (script !== undefined) fail(`The data model has changes without a migration:\n\n${script}`)
}

async function write(name: string): Promise<void> {
  const script = await schemaDiff()
  if (script === undefined) return fail('The data model has no changes without a migration.')
  const folder = join(findMigrationsDir(), `${nextStamp()}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), script)
  process.stdout.write(`${folder}/migration.sql\n`)
}

// Migrations are applied in the order of their names. A new one must come after all others.
function nextStamp(): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const last = listMigrations(findMigrationsDir()).at(-1)?.slice(0, now.length) ?? ''
  return now > last ? now : String(Number(last) + 1)
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
