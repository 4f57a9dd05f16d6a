import pg from 'pg'
import { findMigrationsDir, listMigrations, readMigrations } from './migrations.ts'

// Prisma's own lock: it also keeps `prisma migrate` out, on a machine that uses it.
const migrationLock = 72_707_369
const everything = { externalTables: [], externalEnums: [] }

/**
 * Applies what is pending and returns the names. Of several that start at once each waits for the
 * first. A migration is one transaction: one that fails throws, leaves nothing, and is tried
 * again by the next call.
 */
export async function migrate(pool: pg.Pool, dir = findMigrationsDir()): Promise<string[]> {
  if ((await pendingMigrations(pool, dir)).length === 0) return []
  // Five megabytes of engine, which an ordinary start has no use for.
  const { withSchemaEngine } = await import('./schema-engine.ts')
  return withSchemaEngine(pool, async (engine, session) => {
    await session.query(`SELECT pg_advisory_lock(${migrationLock})`)
    await forgetUnfinished(session)
    const request = { migrationsList: readMigrations(dir), filters: everything }
    return (await engine.applyMigrations(request)).appliedMigrationNames
  })
}

/** The names of the migrations that the database lacks, in order. */
export async function pendingMigrations(
  pool: pg.Pool,
  dir = findMigrationsDir(),
): Promise<string[]> {
  const applied = `SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  const rows = await unlessNew(pool.query<{ name: string }>(applied))
  const known = new Set(rows?.rows.map((row) => row.name))
  return listMigrations(dir).filter((name) => !known.has(name))
}

/**
 * Whoever holds the lock and finds a migration begun finds one that failed, or whose process was
 * killed; either way the database took it back. Prisma would refuse to go on without a person.
 */
async function forgetUnfinished(session: pg.Pool): Promise<void> {
  const forget = `UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL`
  await unlessNew(session.query(forget))
}

async function unlessNew<T>(query: Promise<T>): Promise<T | undefined> {
  const undefinedTable = '42P01'
  return query.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined
    throw error
  })
}
