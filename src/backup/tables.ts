import pg from 'pg'
import { stateConflict } from '../errors.ts'

export interface Table {
  readonly name: string
  /** All columns except those that PostgreSQL computes. */
  readonly columns: string[]
  /** The columns of the primary key, in SQL for ORDER BY. */
  readonly key: string[]
  readonly refersTo: string[]
  readonly hasTriggers: boolean
  readonly isReadable: boolean
}

export const MIGRATIONS_TABLE = '_prisma_migrations'

/** The tables of the schema, read from the catalog. A table comes after those that its foreign keys refer to. */
export async function listTables(client: pg.ClientBase | pg.Pool): Promise<Table[]> {
  return sortByReference((await client.query<Table>(TABLES)).rows)
}

export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES)
  return rows.map(({ name }) => name)
}

/** The name of a table or sequence in a statement. */
export function qualify(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`
}

export function copyOutSql({ name, columns, key }: Table): string {
  const order = key.length > 0 ? ` ORDER BY ${key.join(', ')}` : ''
  return `COPY (SELECT ${listOf(columns)} FROM ${qualify(name)}${order}) TO STDOUT`
}

export function copyInSql({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `COPY ${qualify(name)} (${listOf(columns)}) FROM STDIN`
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

// An extension creates its own tables. Partitions are copied with their table.
const NOT_OF_EXTENSION = `NOT EXISTS (
  SELECT FROM pg_depend d
   WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

const TABLES = `
  SELECT c.relname AS name,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                ORDER BY a.attnum) AS columns,
         ARRAY(SELECT quote_ident(a.attname) || CASE WHEN a.attcollation = 0 THEN '' ELSE ' COLLATE "C"' END
                 FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS part (number, place)
                 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = part.number
                WHERE i.indrelid = c.oid AND i.indisprimary
                ORDER BY part.place) AS key,
         ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
                WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid) AS "refersTo",
         EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) AS "hasTriggers",
         has_table_privilege(c.oid, 'SELECT') AS "isReadable"
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND ${NOT_OF_EXTENSION}
   ORDER BY c.relname COLLATE "C"`

const SEQUENCES = `
  SELECT c.relname AS name FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' AND ${NOT_OF_EXTENSION}
   ORDER BY c.relname COLLATE "C"`

function sortByReference(tables: readonly Table[]): Table[] {
  const sorted: Table[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refersTo }) => !refersTo.some((name) => names.has(name)))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}`)
    sorted.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return sorted
}

/** Throws `state_conflict` if a table has rows. Empty tables are accepted. */
export async function requireEmpty(client: pg.ClientBase | pg.Pool): Promise<void> {
  for (const { name } of await listTables(client)) {
    if (name === MIGRATIONS_TABLE) continue
    const { rowCount } = await client.query(`SELECT FROM ${qualify(name)} LIMIT 1`)
    if (rowCount === 0) continue
    throw stateConflict(
      `The database is not empty: ${name} has rows. Restore into a new DATA_DIR or a new database.`,
    )
  }
}

/**
 * Settings of a transaction that copies whole tables: a connection behind a pooler may have others. work_mem: rows are
 * sorted by their key, so that equal tables give equal bytes. row_security: a policy that hides rows is an error.
 */
export const COPY_SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '64MB';
  SET LOCAL row_security = off;
  SET LOCAL client_encoding = 'UTF8';
  SET LOCAL "TimeZone" = 'UTC';
  SET LOCAL "DateStyle" = 'ISO, MDY';
  SET LOCAL "IntervalStyle" = 'postgres';
  SET LOCAL extra_float_digits = 1;
  SET LOCAL bytea_output = 'hex'`
