import pg from 'pg'
import { RUNTIME_RIGHTS, type TableRights } from './runtime-rights.ts'

// Of several processes that start at once each waits here for the one before.
const grantLock = 72_707_370

interface Relation {
  name: string
  isSequence: boolean
  /** Of a sequence: the table whose column it numbers. */
  table: string | null
  columns: string[]
}

/**
 * Gives the role the rights of the table `RUNTIME_RIGHTS` on the database, and takes every other
 * from it. The pool is the owner's. Run it again after each migration: it is one transaction.
 */
export async function grantRuntimeRights(owner: pg.Pool, role: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${grantLock})`)
    const { rows } = await client.query<Relation>(OWN_RELATIONS)
    const { rows: databases } = await client.query<{ name: string }>(OWN_DATABASE)
    const names = databases.map(({ name }) => pg.escapeIdentifier(name))
    const to = pg.escapeIdentifier(role)
    await client.query(
      [...grantsOn(rows, to), ...names.flatMap((name) => closing(name, to))].join(';\n'),
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

// What an extension brought belongs to somebody else, and is not ours to grant.
const OWN_RELATIONS = `
  SELECT c.relname AS name, c.relkind = 'S' AS "isSequence",
         (SELECT t.relname FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
           WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'a') AS table,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
     AND pg_has_role(c.relowner, 'USAGE')`

const OWN_DATABASE = `
  SELECT datname AS name FROM pg_database
   WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')`

function grantsOn(relations: readonly Relation[], role: string): string[] {
  const statements = [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE ALL ON SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
  ]
  for (const { name, isSequence, table, columns } of relations) {
    const on = `${isSequence ? 'SEQUENCE ' : ''}public.${pg.escapeIdentifier(name)}`
    statements.push(`REVOKE ALL ON ${on} FROM PUBLIC, ${role}`)
    const granted = isSequence
      ? RUNTIME_RIGHTS[table ?? '']?.insert && 'USAGE'
      : privileges(RUNTIME_RIGHTS[name] ?? {}, columns)
    if (granted) statements.push(`GRANT ${granted} ON ${on} TO ${role}`)
  }
  return statements
}

function privileges(rights: TableRights, columns: readonly string[]): string {
  const { select, update } = rights
  const some = [
    select &&
      `SELECT${select === true ? '' : listOf(columns.filter((name) => !select.except.includes(name)))}`,
    rights.insert && 'INSERT',
    update && `UPDATE${update === true ? '' : listOf(update)}`,
    rights.delete && 'DELETE',
  ]
  return some.filter(Boolean).join(', ')
}

function listOf(columns: readonly string[]): string {
  return ` (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})`
}

// A table in the temporary schema would stand before the real one of its name, for every statement
// that the connection runs after that.
function closing(database: string, role: string): string[] {
  return [
    `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`,
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
  ]
}
