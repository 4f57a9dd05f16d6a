import type pg from 'pg'
import {
  findMigrationsDir,
  listMigrations,
  migrate,
  migrationChecksum,
  readApplied,
} from '../database/migrate.ts'
import { requireUsable } from '../database/requirements.ts'
import { stateConflict } from '../errors.ts'
import type { Header } from './format.ts'
import { type Loaded, loadTables } from './load.ts'
import { readBackup, verifyBackup } from './read-backup.ts'
import { requireEmpty } from './tables.ts'

export type RestoreReport = Pick<Header, 'release' | 'createdAt'> & Loaded

/**
 * Creates the schema of a backup, then loads all rows in one transaction. Throws `invalid_parameter` if the file is not
 * a whole backup, and `state_conflict` if the backup is newer than this release, or the database is not empty.
 */
export async function restoreBackup(
  pool: pg.Pool,
  file: string,
  onTable: (name: string) => void = () => {},
): Promise<RestoreReport> {
  await verifyBackup(file)
  return readBackup(file, async (backup) => {
    const { header } = backup
    requireKnownMigrations(header)
    await requireEmpty(pool)
    await requireUsable(pool)
    const names = header.migrations.map(({ name }) => name)
    await requireNoOtherMigration(pool, names)
    await migrate(pool, findMigrationsDir(), names)
    const loaded = await loadTables(pool, backup, onTable)
    return { release: header.release, createdAt: header.createdAt, ...loaded }
  })
}

function requireKnownMigrations({ release, migrations }: Header): void {
  const dir = findMigrationsDir()
  const known = new Set(listMigrations(dir))
  const from = `The backup is from release ${release}`
  for (const { name, checksum } of migrations) {
    if (!known.has(name))
      throw stateConflict(
        `${from}, whose migration ${name} this release does not have. Restore it with that release or a newer one.`,
      )
    if (migrationChecksum(dir, name) !== checksum)
      throw stateConflict(`${from}, whose migration ${name} differs from that of this release.`)
  }
}

async function requireNoOtherMigration(pool: pg.Pool, names: readonly string[]): Promise<void> {
  const applied = await readApplied(pool)
  const other = applied.find(({ name }) => !names.includes(name))
  if (!other) return
  throw stateConflict(
    `The database has the migration ${other.name}, and the backup is older. Restore it into a new database.`,
  )
}
