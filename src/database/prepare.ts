import pg from 'pg'
import { type GatewayError, ignoring, PG_CODES, stateConflict } from '../errors.ts'
import { areUnmarked, markUnmarked } from './mark-restored.ts'
import { migrate, pendingMigrations, requireKnownSchema } from './migrate.ts'
import type { OpenPool, ServingDatabase } from './open.ts'
import { requireUsable } from './requirements.ts'
import { reviewRole } from './runtime-review.ts'
import { GRANT_LOCK, grantRuntimeRights } from './runtime-role.ts'
import { storeSettings } from './session-settings.ts'
import { isDirect } from './statement.ts'

/** As the owner: migrates, finishes a restore and grants the rights of an embedded server. Returns the migrations. */
export async function bringUpToDate({ pool, embedded }: OpenPool): Promise<string[]> {
  await requireUsable(pool)
  await requireKnownSchema(pool)
  const applied = await migrate(pool)
  await markUnmarked(pool)
  if (embedded) await grantRuntimeRights(pool, embedded.runtime.user)
  return applied
}

/**
 * Grants an existing role exactly the rights that serving needs. Returns the others that it still has, such as those of
 * another role. Throws `state_conflict` if it does not exist, or could grant itself every right.
 */
export async function grantRuntimeRole(owner: pg.Pool, role: string): Promise<readonly string[]> {
  const before = await reviewRole(owner, role)
  if (!before) {
    const remedy = `Create it first: CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD '…'`
    throw stateConflict(`The server has no role "${role}". ${remedy}`)
  }
  if (before.controlsRights) {
    const problem = `The role "${role}" has ${before.excess.join(', ')}`
    const remedy = 'Name a role without it.'
    throw stateConflict(`${problem}: its rights cannot be limited. ${remedy}`)
  }
  await grantRuntimeRights(owner, role)
  return (await reviewRole(owner, role))?.excess ?? []
}

/** Throws `state_conflict` if the role of the connection is the runtime role, not the owner. */
export async function requireOwner(pool: pg.Pool): Promise<void> {
  const may = `SELECT current_user AS role, has_table_privilege('users', 'INSERT') AS may`
  const [found] = (await pool.query<{ role: string; may: boolean }>(may)).rows
  if (!found || found.may) return
  const remedy = "Set DATABASE_OWNER_URL to the address of the database's owner."
  throw stateConflict(
    `The role ${found.role} can only serve requests, not run this command. ${remedy}`,
  )
}

/**
 * Brings the schema and the rights up to date. Throws `state_conflict`, with the command to run, if that is needed and
 * the role of the owner's connection may not do it. `excess`: rights of the role that serving does not need.
 */
export async function prepareServing(database: ServingDatabase) {
  const role = await currentRole(database.pool)
  if (!isDirect(database.pool)) await storeSettings(database.pool, database.requestTimeoutMs)
  const applied = await database.asOwner(async ({ pool }) => {
    await requireUpToDateOrOwner(pool, role)
    const names = await migrate(pool)
    await markUnmarked(pool)
    if ((await currentRole(pool)) !== role) await grantRuntimeRights(pool, role)
    return names
  })
  const { missing = [], excess = [] } = (await reviewRole(database.pool)) ?? {}
  if (missing.length > 0)
    throw outdatedError(`The role ${role} lacks rights (${missing.slice(0, 3).join(', ')})`, role)
  await guardRights(database.pool)
  return { applied, role, excess }
}

// Throws if this release does not know the schema, or if the schema is not up to date and the role cannot change it.
async function requireUpToDateOrOwner(pool: pg.Pool, role: string): Promise<void> {
  await requireUsable(pool)
  const pending = await pendingMigrations(pool).catch(ignoring(PG_CODES.insufficientPrivilege))
  if (!pending) throw outdatedError(`The role ${role} has no rights on the database`, role)
  await requireKnownSchema(pool)
  const isUpToDate = pending.length === 0 && !(await areUnmarked(pool))
  if (isUpToDate || (await canCreate(pool))) return
  throw outdatedError(`The schema is not up to date, and the role ${role} cannot change it`, role)
}

function outdatedError(problem: string, role: string): GatewayError {
  const command = `orangery migrate --runtime-role ${role}`
  return stateConflict(
    `${problem}. Run, with the address of the database's owner as DATABASE_URL: ${command}; or set DATABASE_OWNER_URL.`,
  )
}

async function currentRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

async function canCreate(pool: pg.Pool): Promise<boolean> {
  const may = `SELECT has_schema_privilege('public', 'CREATE') AS may`
  const { rows } = await pool.query<{ may: boolean }>(may)
  return rows[0]?.may === true
}

// Earlier releases revoke all rights of the runtime role when they start, in one transaction. So the role, if it is not
// the owner, grants the owner a right that the owner has anyway. PostgreSQL then refuses to revoke the right that this
// grant depends on, so the start of the earlier release fails.
async function guardRights(runtime: pg.Pool): Promise<void> {
  const [found] = (await runtime.query<{ owner: string }>(UNGUARDED)).rows
  if (!found) return
  const owner = pg.escapeIdentifier(found.owner)
  await runtime.query(
    `SELECT pg_advisory_xact_lock(${GRANT_LOCK}); GRANT SELECT ON public._prisma_migrations TO ${owner}`,
  )
}

const UNGUARDED = `
  SELECT pg_get_userbyid(c.relowner)::text AS owner FROM pg_class c
   WHERE c.oid = 'public._prisma_migrations'::regclass AND NOT pg_has_role(c.relowner, 'USAGE')
     AND has_table_privilege(c.oid, 'SELECT WITH GRANT OPTION')
     AND NOT EXISTS (SELECT FROM aclexplode(c.relacl) a WHERE a.grantor = current_user::regrole)`
