import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { LOCK_PATIENCE } from './migration-script.ts'
import { isDirect } from './statement.ts'

// Prisma takes the same lock, so `prisma migrate` does not run at the same time.
export const MIGRATION_LOCK = 72_707_369
const LOCK_POLL_MS = 200
const NO_FILTERS = { externalTables: [], externalEnums: [] }

/** An applied migration, with the SHA-256 of its script. */
interface Migration {
  readonly name: string
  readonly checksum: string
}

/**
 * Applies the pending migrations, all or those of `names`, and returns their names. Concurrent calls wait for the
 * first. Each migration is one transaction, or creates one index concurrently. Throws if a migration fails; the next
 * call tries it again.
 */
export async function migrate(
  pool: pg.Pool,
  dir = findMigrationsDir(),
  names: readonly string[] = listMigrations(dir),
  patience = LOCK_PATIENCE,
): Promise<string[]> {
  const pending = await pendingMigrations(pool, dir)
  if (!pending.some((name) => names.includes(name))) return []
  requireDirect(pool)
  // The engine is 5 MB: loaded only if there is something to apply.
  const { withSchemaEngine } = await import('./schema-engine.ts')
  const apply = async (engine: SchemaEngine, session: pg.Pool) => {
    await takeLock(session)
    await markUnfinished(session)
    const request = { migrationsList: readMigrations(dir, names), filters: NO_FILTERS }
    return (await engine.applyMigrations(request)).appliedMigrationNames
  }
  return withSchemaEngine(pool, apply, patience)
}

// Polls the lock instead of waiting for it. Creating an index concurrently waits for all open statements, so a
// statement that waits for the lock and the holder of the lock could wait for each other.
async function takeLock(session: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`,
    )
    if (rows[0]?.taken) return
    await sleep(LOCK_POLL_MS)
  }
}

// The engine holds locks of its session. A pooler would give this session to other clients.
function requireDirect(pool: pg.Pool): void {
  if (isDirect(pool)) return
  throw new GatewayError(
    'state_conflict',
    'Migrations need the database server itself, and a pooler such as PgBouncer is between. Set DATABASE_OWNER_URL to the address of the server.',
  )
}

/** The names of the migrations that have not been applied, in order. */
export async function pendingMigrations(
  pool: pg.Pool,
  dir = findMigrationsDir(),
): Promise<string[]> {
  const applied = new Set((await readApplied(pool)).map(({ name }) => name))
  return listMigrations(dir).filter((name) => !applied.has(name))
}

/**
 * Throws `state_conflict` if a later release has changed the schema: this release does not know the rules of that
 * schema.
 */
export async function requireKnownSchema(pool: pg.Pool, dir = findMigrationsDir()): Promise<void> {
  const known = new Set(listMigrations(dir))
  const later = (await readApplied(pool)).filter(({ name }) => !known.has(name)).at(-1)
  if (!later) return
  throw new GatewayError(
    'state_conflict',
    `The database has the migration ${later.name} of a later release, which this release does not know. Use that release or a newer one, or restore a backup of this release into a new database.`,
  )
}

/** The applied migrations, in order. Empty if there is no schema. */
export async function readApplied(client: pg.Pool | pg.ClientBase): Promise<Migration[]> {
  const applied = `SELECT migration_name AS name, checksum FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
    ORDER BY migration_name COLLATE "C"`
  return (await ignoreMissingTable(client.query<Migration>(applied)))?.rows ?? []
}

// Marks unfinished migrations as rolled back: otherwise Prisma would stop and wait for an operator. The caller holds
// the lock, so these migrations failed or their process was killed, and the database has rolled them back.
async function markUnfinished(session: pg.Pool): Promise<void> {
  // Checks first, because a failed statement would close the session and so release the lock.
  const { rows } = await session.query<{ made: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS made`,
  )
  if (!rows[0]?.made) return
  await session.query(`UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL`)
}

async function ignoreMissingTable<T>(query: Promise<T>): Promise<T | undefined> {
  const undefinedTable = '42P01'
  return query.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined
    throw error
  })
}

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

// Reads migrations into the format of the schema engine.
function readMigrations(dir: string, names: readonly string[]): MigrationList {
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
