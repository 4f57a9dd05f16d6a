import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ignoring, PG_CODES, stateConflict } from '../errors.ts'
import { LOCK_PATIENCE, type LockPatience, runScript } from './migration-script.ts'
import { applySettings } from './session-settings.ts'
import { isDirect } from './statement.ts'

// Prisma takes the same lock, so `prisma migrate` does not run at the same time.
export const MIGRATION_LOCK = 72_707_369
const LOCK_POLL_MS = 200

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
  const findPending = async (client: pg.Pool | pg.ClientBase) =>
    (await pendingMigrations(client, dir)).filter((name) => names.includes(name))
  if ((await findPending(pool)).length === 0) return []
  requireDirect(pool)
  return withSession(pool, async (session) => {
    await takeLock(session)
    await prepareTable(session)
    const pending = await findPending(session)
    for (const name of pending) await apply(session, dir, name, patience)
    return pending
  })
}

// Its end releases the lock of migrations. A migration has no time limit.
async function withSession<T>(
  { options }: pg.Pool,
  use: (session: pg.Client) => Promise<T>,
): Promise<T> {
  // The password is not enumerable, so it is copied separately.
  const session = new pg.Client({ ...options, password: options.password, query_timeout: 0 })
  session.on('error', () => {})
  await session.connect()
  try {
    await applySettings(session, 0)
    return await use(session)
  } finally {
    await session.end()
  }
}

// An unfinished migration has failed, because the caller holds the lock. The database has rolled it back.
async function prepareTable(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ name: string }>(OTHER_TABLES)
  if (rows[0])
    throw stateConflict(
      `The database has tables of another program, such as ${rows[0].name}. Use an empty one.`,
    )
  await session.query(TABLE)
}

const OTHER_TABLES = `
  SELECT c.relname::text AS name FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     AND to_regclass('_prisma_migrations') IS NULL
   LIMIT 1`

// The table of Prisma, whose tools then know the migrations that were applied.
const TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0);
  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`

// The end is recorded with the script: PostgreSQL commits a script whose client has gone away.
async function apply(
  session: pg.Client,
  dir: string,
  name: string,
  patience: LockPatience,
): Promise<void> {
  const id = randomUUID()
  await session.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)',
    [id, migrationChecksum(dir, name), name],
  )
  const record = `UPDATE public._prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = '${id}';`
  const script = readScript(dir, name).toString()
  await runScript(session, { name, script, record }, patience).catch((cause) => {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    throw new Error(`The migration ${name} failed: ${cause.message}`, { cause })
  })
}

// Polls the lock instead of waiting for it. Creating an index concurrently waits for all open statements, so a
// statement that waits for the lock and the holder of the lock could wait for each other.
async function takeLock(session: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`,
    )
    if (rows[0]?.taken) return
    await sleep(LOCK_POLL_MS)
  }
}

// The lock belongs to the session. A pooler would give this session to other clients.
function requireDirect(pool: pg.Pool): void {
  if (isDirect(pool)) return
  throw stateConflict(
    'Migrations need the database server itself, and a pooler such as PgBouncer is between. Set DATABASE_OWNER_URL to the address of the server.',
  )
}

/** The names of the migrations that have not been applied, in order. */
export async function pendingMigrations(
  client: pg.Pool | pg.ClientBase,
  dir = findMigrationsDir(),
): Promise<string[]> {
  const applied = new Set((await readApplied(client)).map(({ name }) => name))
  return listMigrations(dir).filter((name) => !applied.has(name))
}

/** Throws `state_conflict` if a later release has changed the schema: its rules are not known here. */
export async function requireKnownSchema(client: pg.Pool | pg.ClientBase): Promise<void> {
  const known = new Set(listMigrations(findMigrationsDir()))
  const later = (await readApplied(client)).filter(({ name }) => !known.has(name)).at(-1)
  if (!later) return
  throw stateConflict(
    `The database has the migration ${later.name} of a later release, which this release does not know. Use that release or a newer one, or restore a backup of this release into a new database.`,
  )
}

/** Throws `state_conflict` if the schema is not that of this release. For commands that do not migrate it. */
export async function requireUpToDate(client: pg.Pool | pg.ClientBase): Promise<void> {
  await requireKnownSchema(client)
  if ((await pendingMigrations(client)).length === 0) return
  throw stateConflict('The database schema is not up to date. Run: orangery migrate')
}

/** The applied migrations, in order. Empty if there is no schema. */
export async function readApplied(client: pg.Pool | pg.ClientBase): Promise<Migration[]> {
  const applied = `SELECT migration_name AS name, checksum FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
    ORDER BY migration_name COLLATE "C"`
  const found = await client.query<Migration>(applied).catch(ignoring(PG_CODES.undefinedTable))
  return found?.rows ?? []
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
  return createHash('sha256').update(readScript(dir, name)).digest('hex')
}

function readScript(dir: string, name: string): Buffer {
  return readFileSync(join(dir, name, 'migration.sql'))
}
