import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import type { OpenDatabase, ServingDatabase } from './open.ts'
import { reviewRole } from './runtime-review.ts'
import { grantRuntimeRights } from './runtime-role.ts'

/**
 * Brings the schema up to date on the owner's connection, and with it the rights of the runtime
 * role where the server is ours. Gives the names of the migrations that it applied.
 */
export async function bringUpToDate({ pool, embedded }: OpenDatabase): Promise<string[]> {
  const applied = await migrate(pool)
  if (embedded) await grantRuntimeRights(pool, embedded.runtime.user)
  return applied
}

/**
 * Gives an existing role of the server the rights that serving needs, and takes every other from
 * it. Gives those that it has from elsewhere all the same. Throws `state_conflict` for a role that
 * is not there, or that could give itself every right.
 */
export async function grantRuntimeRole(owner: pg.Pool, role: string): Promise<readonly string[]> {
  const before = await reviewRole(owner, role)
  if (!before) {
    const remedy = `Make it first: CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD '…'`
    throw new GatewayError('state_conflict', `The server has no role "${role}". ${remedy}`)
  }
  if (before.masters) {
    const problem = `The role "${role}" has ${before.excess.join(', ')}`
    const remedy = 'Serving needs a role that has not. Name another.'
    throw new GatewayError(
      'state_conflict',
      `${problem}, so that no right can be kept from it. ${remedy}`,
    )
  }
  await grantRuntimeRights(owner, role)
  return (await reviewRole(owner, role))?.excess ?? []
}

/** Throws `state_conflict` where the connection's role may serve requests, and not do what commands do. */
export async function requireOwner(pool: pg.Pool): Promise<void> {
  const may = `SELECT current_user AS role, has_table_privilege('users', 'INSERT') AS may`
  const { rows } = await pool.query<{ role: string; may: boolean }>(may)
  const [found] = rows
  if (!found || found.may) return
  const remedy = "Set DATABASE_OWNER_URL to the address of the database's owner."
  throw new GatewayError(
    'state_conflict',
    `The role ${found.role} serves requests and may not do this. ${remedy}`,
  )
}

/** What a start found and did. */
export interface Prepared {
  readonly applied: readonly string[]
  readonly role: string
  /** Rights of the role that serving does not need. */
  readonly excess: readonly string[]
}

/**
 * Prepares the database for serving: schema and rights are brought up to date where the owner's
 * connection may do that. Throws `state_conflict` where something is pending or missing that it
 * may not do, naming the command.
 */
export async function prepareServing(database: ServingDatabase): Promise<Prepared> {
  const role = await currentRole(database.pool)
  const applied = await database.asOwner(async ({ pool }) => {
    await requirePower(pool, role)
    const names = await migrate(pool)
    if ((await currentRole(pool)) !== role) await grantRuntimeRights(pool, role)
    return names
  })
  const { missing = [], excess = [] } = (await reviewRole(database.pool)) ?? {}
  if (missing.length > 0)
    throw behind(`The role ${role} lacks rights (${missing.slice(0, 3).join(', ')})`, role)
  return { applied, role, excess }
}

/** Throws unless the schema is up to date, or the connection's role may change it. */
async function requirePower(pool: pg.Pool, role: string): Promise<void> {
  const insufficientPrivilege = '42501'
  const pending = await pendingMigrations(pool).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege)
      throw behind(`The role ${role} has no rights on the database`, role)
    throw error
  })
  if (pending.length === 0 || (await mayCreate(pool))) return
  throw behind(`The schema is not up to date, and the role ${role} may not change it`, role)
}

function behind(problem: string, role: string): GatewayError {
  const command = `orangery migrate --runtime-role ${role}`
  return new GatewayError(
    'state_conflict',
    `${problem}. Run, with the address of the database's owner as DATABASE_URL: ${command}; or set DATABASE_OWNER_URL.`,
  )
}

async function currentRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role')
  return rows[0]?.role ?? ''
}

async function mayCreate(pool: pg.Pool): Promise<boolean> {
  const may = `SELECT has_schema_privilege('public', 'CREATE') AS may`
  const { rows } = await pool.query<{ may: boolean }>(may)
  return rows[0]?.may === true
}
