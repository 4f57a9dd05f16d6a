import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm'

/** Finds the folder of the migrations, both from the sources and from a build. */
export function findMigrationsDir(from = import.meta.dirname): string {
  const folder = join(from, 'prisma', 'migrations')
  if (existsSync(folder)) return folder
  const parent = dirname(from)
  if (parent === from) throw new Error('The folder prisma/migrations is not part of this build.')
  return findMigrationsDir(parent)
}

/** The names of the migrations, in the order in which they are applied. */
export function listMigrations(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The checksum of a migration as Prisma computes it: SHA-256 of its script. */
export function migrationChecksum(dir: string, name: string): string {
  const script = readFileSync(join(dir, name, 'migration.sql'))
  return createHash('sha256').update(script).digest('hex')
}

/** Reads migrations into the format of the schema engine. */
export function readMigrations(dir: string, names: readonly string[]): MigrationList {
  const read = (...path: string[]) => readFileSync(join(dir, ...path), 'utf8')
  const migration = (name: string) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: read(name, 'migration.sql') },
    },
  })
  return {
    baseDir: dir,
    lockfile: { path: 'migration_lock.toml', content: read('migration_lock.toml') },
    shadowDbInitScript: '',
    migrationDirectories: names.map(migration),
  }
}
