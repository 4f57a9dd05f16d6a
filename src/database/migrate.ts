import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { findMigrationsDir, listMigrations, readMigrations } from './migrations.ts'
import { isDirect } from './statement.ts'

// The lock that Prisma itself takes, so that `prisma migrate` does not run at the same time.
const MIGRATION_LOCK = 72_707_369
const NO_FILTERS = { externalTables: [], externalEnums: [] }

/**
 * Applies the pending migrations and returns their names. Concurrent calls wait for the first. Each
 * migration is one transaction: if one fails, this throws, and the next call tries it again.
 */
export async function migrate(pool: pg.Pool, dir = findMigrationsDir()): Promise<string[]> {
  if ((await pendingMigrations(pool, dir)).length === 0) return []
  requireDirect(pool)
  // The engine is 5 MB: loaded only if there is something to apply.
  const { withSchemaEngine } = await import('./schema-engine.ts')
  return withSchemaEngine(pool, async (engine, session) => {
    await session.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    await markUnfinished(session)
    const request = { migrationsList: readMigrations(dir), filters: NO_FILTERS }
    return (await engine.applyMigrations(request)).appliedMigrationNames
  })
}

// The engine holds locks of its session, which a pooler would give to somebody else.
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
  const applied = `SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`
  const rows = await ignoreMissingTable(pool.query<{ name: string }>(applied))
  const appliedNames = new Set(rows?.rows.map((row) => row.name))
  return listMigrations(dir).filter((name) => !appliedNames.has(name))
}

/**
 * Marks unfinished migrations as rolled back. The caller holds the lock, so they failed or their
 * process was killed, and the database has rolled them back. Prisma would stop and wait for an operator.
 */
async function markUnfinished(session: pg.Pool): Promise<void> {
  const mark = `UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL`
  await ignoreMissingTable(session.query(mark))
}

async function ignoreMissingTable<T>(query: Promise<T>): Promise<T | undefined> {
  const undefinedTable = '42P01'
  return query.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return undefined
    throw error
  })
}
