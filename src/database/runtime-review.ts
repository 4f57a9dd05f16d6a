import type pg from 'pg'
import { RUNTIME_FUNCTIONS, RUNTIME_RIGHTS, type TableRights } from './runtime-rights.ts'

type RoleRights = { role: string; controlsRights: boolean; roleRights: string[] }

interface Right {
  /** A table or a sequence. */
  relation: string
  /** The table whose line of `RUNTIME_RIGHTS` decides: of a sequence, the table that uses it. */
  table: string
  isSequence: boolean
  column: string | null
  privilege: string
  has: boolean
}

/**
 * Compares the rights of a role, by default that of the pool, with `RUNTIME_RIGHTS`. Undefined: it does not exist. One
 * with `controlsRights` can change the schema or its own rights, so its other rights are not compared.
 */
export async function reviewRole(pool: pg.Pool, role?: string) {
  const [found] = (await pool.query<RoleRights>(ROLE_RIGHTS, [role])).rows
  if (!found) return undefined
  const { role: name, controlsRights, roleRights } = found
  if (controlsRights) return { role: name, controlsRights, missing: [], excess: roleRights }
  const rights = (await pool.query<Right>(RIGHTS, [name, OF_COLUMNS])).rows
  const functions = await pool.query<{ name: string }>(MISSING_FUNCTIONS, [name, RUNTIME_FUNCTIONS])
  const wrong = (has: boolean) =>
    rights.filter((right) => right.has === has && right.has !== isExpected(right))
  return {
    role: name,
    controlsRights,
    missing: [
      ...summarize(wrong(false), rights),
      ...functions.rows.map((each) => `EXECUTE on ${each.name}`),
    ],
    excess: [...roleRights, ...summarize(wrong(true), rights)],
  }
}

const TABLES = "c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"

const ROLE_RIGHTS = `
  SELECT r.rolname AS role, r.rolsuper OR r.rolcreaterole OR owns.tables AS "controlsRights",
         CASE WHEN r.rolsuper THEN ARRAY['SUPERUSER'] ELSE
           array_remove(ARRAY[
             CASE WHEN owns.tables THEN 'ownership of the tables' END,
             CASE WHEN r.rolcreaterole THEN 'CREATEROLE' END,
             CASE WHEN r.rolcreatedb THEN 'CREATEDB' END,
             CASE WHEN r.rolreplication THEN 'REPLICATION' END,
             CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END,
             CASE WHEN has_schema_privilege(r.oid, 'public', 'CREATE') THEN 'CREATE on the schema' END,
             CASE WHEN has_database_privilege(r.oid, current_database(), 'CREATE') THEN 'CREATE on the database' END,
             CASE WHEN has_database_privilege(r.oid, current_database(), 'TEMPORARY') THEN 'TEMPORARY on the database' END
           ], NULL) || ARRAY(SELECT 'membership of ' || m.rolname FROM pg_roles m
                              WHERE m.oid <> r.oid AND pg_has_role(r.oid, m.oid, 'MEMBER'))
         END AS "roleRights"
    FROM pg_roles r
   CROSS JOIN LATERAL (SELECT EXISTS (
           SELECT FROM pg_class c WHERE ${TABLES} AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS tables) owns
   WHERE r.rolname::text = coalesce($1::text, current_user::text)`

// The rights of an owner are all that the server knows: MAINTAIN, for example, only since PostgreSQL 17. An identity
// column needs no right on its sequence.
const RIGHTS = `
  WITH tables AS (
    SELECT c.oid, c.relname::text AS name, c.relowner AS owner FROM pg_class c WHERE ${TABLES})
  SELECT t.name AS relation, t.name AS table, false AS "isSequence", NULL AS column, p.privilege_type AS privilege,
         has_table_privilege($1::name, t.oid, p.privilege_type) AS has
    FROM tables t CROSS JOIN aclexplode(acldefault('r', t.owner)) p
   WHERE NOT p.privilege_type = ANY ($2)
   UNION ALL
  SELECT t.name, t.name, false, a.attname::text, p, has_column_privilege($1::name, t.oid, a.attnum, p)
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
   CROSS JOIN unnest($2::text[]) p
   UNION ALL
  SELECT s.relname::text, t.name, true, NULL, p, has_sequence_privilege($1::name, s.oid, p)
    FROM tables t
    JOIN pg_depend d ON d.refobjid = t.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'a'
    JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
   CROSS JOIN unnest(ARRAY['USAGE', 'UPDATE']) p`

const OF_COLUMNS = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']

const MISSING_FUNCTIONS = `
  SELECT name FROM unnest($2::text[]) AS name
   WHERE NOT coalesce(has_function_privilege($1::name, to_regprocedure(name), 'EXECUTE'), false)`

function isExpected({ table, isSequence, column, privilege }: Right): boolean {
  const { select, insert, update, delete: remove }: TableRights = RUNTIME_RIGHTS[table] ?? {}
  if (isSequence) return privilege === 'USAGE' && insert === true
  const of = column ?? ''
  if (privilege === 'SELECT')
    return select === true || (select ? !select.except.includes(of) : false)
  if (privilege === 'UPDATE') return update === true || (update?.includes(of) ?? false)
  if (privilege === 'INSERT') return insert === true
  return privilege === 'DELETE' && (remove ?? false)
}

// A privilege on every column of a table is listed once.
function summarize(wrong: readonly Right[], all: readonly Right[]): string[] {
  const places = new Map<string, string[]>()
  const keyOf = ({ privilege, relation }: Right) => `${privilege} on ${relation}`
  for (const right of wrong)
    places.set(keyOf(right), [...(places.get(keyOf(right)) ?? []), right.column ?? ''])
  return [...places].flatMap(([key, columns]) =>
    columns.length === all.filter((right) => keyOf(right) === key).length
      ? [key]
      : columns.map((column) => `${key}.${column}`),
  )
}
