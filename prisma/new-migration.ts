import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMigrationsDir, listMigrations } from '../src/database/migrate.ts'
import { schemaDiff } from './schema-diff.ts'

const NAME = /^[a-z][a-z0-9_]*$/

/**
 * Writes a migration for the changes of the data model, with the name that is the argument. `--check` writes nothing:
 * changes without a migration are an error. Returns the exit code.
 */
export async function main([argument = '']: readonly string[]): Promise<number> {
  if (argument === '--check') return check()
  if (NAME.test(argument)) return write(argument)
  return fail('Give a name in lower case with underscores, such as add_insured_value.')
}

async function check(): Promise<number> {
  const script = await schemaDiff()
  if (script === undefined) return 0
  return fail(`The data model has changes without a migration:\n\n${script}`)
}

async function write(name: string): Promise<number> {
  const script = await schemaDiff()
  if (script === undefined) return fail('The data model has no changes without a migration.')
  const folder = join(findMigrationsDir(), `${nextStamp()}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), script)
  process.stdout.write(`${folder}/migration.sql\n`)
  return 0
}

// Migrations are applied in the order of their names. A new one must come after all others.
function nextStamp(): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const last = listMigrations(findMigrationsDir()).at(-1)?.slice(0, now.length) ?? ''
  return now > last ? now : String(Number(last) + 1)
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`)
  return 1
}
