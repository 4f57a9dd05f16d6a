import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { findMigrationsDir, listMigrations, readMigrations } from './migrations.ts'
import { isDirect } from './statement.ts'

// The lock that Prisma itself takes, so that `prisma migrate` does not run at the same time.
export const MIGRATION_LOCK = 72_707_369
const NO_FILTERS = { externalTables: [], externalEnums: [] }

/** An applied migration, with the SHA-256 of its script. */
export interface Migration {
  readonly name: string
  readonly checksum: string
}

/**
 * Applies the pending migrations, all or those of `names`, and returns their names. Concurrent calls wait for the first. Each
 * migration is one transaction: if one fails, this throws, and the next call tries it again.
 */
export async function migrate(
  pool: pg.Pool,
  dir = findMigrationsDir(),
  names: readonly string[] = listMigrations(dir),
): Promise<string[]> {
  const pending = await pendingMigrations(pool, dir)
  if (!pending.some((name) => names.includes(name))) return []
  requireDirect(pool)
  // The engine is 5 MB: loaded only if there is something to apply.
  const { withSchemaEngine } = await import('./schema-engine.ts')
  return withSchemaEngine(pool, async (engine, session) => {
    await session.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    await markUnfinished(session)
    const request = { migrationsList: readMigrations(dir, names), filters: NO_FILTERS }
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
  const applied = new Set((await readApplied(pool)).map(({ name }) => name))
  return listMigrations(dir).filter((name) => !applied.has(name))
}

/** The applied migrations, in order; none where there is no schema. */
export async function readApplied(client: pg.Pool | pg.ClientBase): Promise<Migration[]> {
  const applied = `SELECT migration_name AS name, checksum FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
    ORDER BY migration_name COLLATE "C"`
  return (await ignoreMissingTable(client.query<Migration>(applied)))?.rows ?? []
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
