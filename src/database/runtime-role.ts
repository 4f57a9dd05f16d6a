import pg from 'pg'
import { RUNTIME_FUNCTIONS, RUNTIME_RIGHTS, type TableRights } from './runtime-rights.ts'
import { inTransaction } from './transaction.ts'

/** The advisory lock for granting rights: processes that start at the same time grant one after another. */
export const GRANT_LOCK = 72_707_370

interface Relation {
  name: string
  isSequence: boolean
  /** The table that uses the sequence; null for other relations. */
  table: string | null
  columns: string[]
  /** All privileges on a table that the server knows. */
  privileges: string[]
}

/**
 * Grants the role exactly the rights of `RUNTIME_RIGHTS` and `RUNTIME_FUNCTIONS`, in one transaction. Changes none on
 * other tables: they belong to another program or to a later release. Must run again after each migration.
 */
export async function grantRuntimeRights(owner: pg.Pool, role: string): Promise<void> {
  await inTransaction(owner, BEGIN, async (client) => {
    const { rows } = await client.query<Relation>(OWN_RELATIONS, [Object.keys(RUNTIME_RIGHTS)])
    const { rows: databases } = await client.query<{ name: string }>(OWN_DATABASE)
    const names = databases.map(({ name }) => pg.escapeIdentifier(name))
    const grantee = pg.escapeIdentifier(role)
    await client.query(
      [...grantsOn(rows, grantee), ...names.flatMap((name) => databaseGrants(name, grantee))].join(
        ';\n',
      ),
    )
  })
}

const BEGIN = `BEGIN; SELECT pg_advisory_xact_lock(${GRANT_LOCK})`

// Relations of extensions have another owner, so their rights cannot be changed here.
const OWN_RELATIONS = `
  SELECT c.relname AS name, c.relkind = 'S' AS "isSequence", owned.name AS table,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
         ARRAY(SELECT privilege_type FROM aclexplode(acldefault('r', c.relowner))) AS privileges
    FROM pg_class c
    LEFT JOIN LATERAL (SELECT t.relname AS name FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
                        WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'a') owned ON true
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
     AND pg_has_role(c.relowner, 'USAGE') AND coalesce(owned.name, c.relname) = ANY ($1)`

const OWN_DATABASE = `
  SELECT datname AS name FROM pg_database
   WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')`

function grantsOn(relations: readonly Relation[], role: string): string[] {
  const statements = [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE ALL ON SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
  ]
  for (const { name, isSequence, table, columns, privileges } of relations) {
    const on = `${isSequence ? 'SEQUENCE ' : ''}public.${pg.escapeIdentifier(name)}`
    if (name === GUARDED) {
      statements.push(...guardedGrants(on, role, privileges))
      continue
    }
    statements.push(`REVOKE ALL ON ${on} FROM PUBLIC, ${role}`)
    const granted = isSequence
      ? RUNTIME_RIGHTS[table ?? '']?.insert && 'USAGE'
      : formatPrivileges(RUNTIME_RIGHTS[name] ?? {}, columns)
    if (granted) statements.push(`GRANT ${granted} ON ${on} TO ${role}`)
  }
  for (const name of RUNTIME_FUNCTIONS)
    statements.push(`GRANT EXECUTE ON FUNCTION ${name} TO ${role}`)
  return statements
}

const GUARDED = '_prisma_migrations'

// The role may read the table, and may grant that right to others. `guardRights` depends on this.
function guardedGrants(on: string, role: string, privileges: readonly string[]): string[] {
  const others = privileges.filter((privilege) => privilege !== 'SELECT')
  return [
    `REVOKE ALL ON ${on} FROM PUBLIC`,
    `REVOKE ${others.join(', ')} ON ${on} FROM ${role}`,
    `GRANT SELECT ON ${on} TO ${role} WITH GRANT OPTION`,
  ]
}

function formatPrivileges(rights: TableRights, columns: readonly string[]): string {
  const { select, insert, update } = rights
  const privileges = [
    select &&
      `SELECT${select === true ? '' : listOf(columns.filter((name) => !select.except.includes(name)))}`,
    insert && 'INSERT',
    update && `UPDATE${update === true ? '' : listOf(update)}`,
    rights.delete && 'DELETE',
  ]
  return privileges.filter(Boolean).join(', ')
}

function listOf(columns: readonly string[]): string {
  return ` (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})`
}

// Without TEMPORARY: a temporary table would hide the real one of its name from later statements on the connection.
function databaseGrants(database: string, role: string): string[] {
  return [
    `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
  ]
}
