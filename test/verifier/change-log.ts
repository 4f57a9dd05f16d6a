import { parse } from 'lossless-json'
import type pg from 'pg'

/** The values of a row by column, as JSON has them; a number is text, so that none is rounded. */
export type Row = Readonly<Record<string, unknown>>

/** The change of one row by one transaction. */
export interface RowChange {
  readonly table: string
  /** Null for a row that is new. */
  readonly old: Row | null
  /** Null for a row that is gone. */
  readonly new: Row | null
  /** The columns that differ; all where it is new or gone. */
  readonly columns: readonly string[]
}

/** The changes of one client by one transaction. */
export interface ClientChanges {
  readonly clientId: string
  readonly rows: readonly RowChange[]
}

/** The changes since the log was last taken, oldest first, and the current data of these clients. */
export interface TakenLog {
  readonly transactions: readonly ClientChanges[]
  readonly items: readonly ItemRow[]
  /** The refs of removed assets whose ids are kept. */
  readonly kept: readonly { readonly client_id: string; readonly ref: string }[]
}

/** An asset in a collection. */
interface ItemRow {
  readonly client_id: string
  readonly registry_id: string
  readonly collection_id: string
}

const UNLOGGED_TABLES = [
  'audit_events',
  'consents',
  'feed_grants',
  'key_requests',
  'link_visits',
  'sent_notices',
  'shown_expiries',
]
// Rows that come from elsewhere than portfolio data: only these changes of them are logged.
const LOGGED_UPDATES: Readonly<Record<string, readonly string[]>> = {
  portfolios: ['data_version', 'changed_at'],
  grants: ['scopes', 'filter_type', 'filter_values'],
}
const EVENTS = {
  INSERT: 'NEW TABLE AS after',
  UPDATE: 'OLD TABLE AS before NEW TABLE AS after',
  DELETE: 'OLD TABLE AS before',
} as const

/**
 * Logs every change of a row of a client, in a schema of its own, by triggers. Only databases of tests
 * have them: they find the writers that forget what follows from a change.
 */
export async function installLog(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA change_log;
    CREATE UNLOGGED TABLE change_log.changes (
      n bigint GENERATED ALWAYS AS IDENTITY, xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      name text, client_id text, key text, old jsonb, new jsonb)`)
  const { rows } = await pool.query<{ name: string; key: string[] }>(TABLES, [UNLOGGED_TABLES])
  for (const { name, key } of rows) await pool.query(logSql(name, key))
}

const TABLES = `
  SELECT c.relname AS name, array_agg(k.attname::text ORDER BY k.attnum) AS key
    FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
   WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
     AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'client_id')
   GROUP BY c.oid`

function logSql(table: string, key: readonly string[]): string {
  const same = key.map((column) => `o.${column} = n.${column}`).join(' AND ')
  const insert = (row: string, values: string, from: string) => `
    INSERT INTO change_log.changes (name, client_id, key, old, new)
    SELECT '${table}', ${row}.client_id, concat_ws(' ', ${key.map((column) => `${row}.${column}`)}), ${values}
      FROM ${from};`
  const columns = LOGGED_UPDATES[table]
  const logged = columns?.map((column) => `o.${column} IS DISTINCT FROM n.${column}`).join(' OR ')
  const events = Object.entries(EVENTS).filter(([event]) => !columns || event === 'UPDATE')
  return `
    CREATE FUNCTION change_log.log_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    -- A plan that was made for one row is used for all of them.
    SET enable_nestloop = off AS $$
    BEGIN
      IF current_setting('change_log.off', true) = 'on' THEN RETURN NULL; END IF;
      IF TG_OP = 'INSERT' THEN ${insert('n', 'NULL, to_jsonb(n)', 'after n')}
      ELSIF TG_OP = 'DELETE' THEN ${insert('o', 'to_jsonb(o), NULL', 'before o')}
      ELSE
        -- A row whose key was changed is gone, and another one new.
        ${insert('o', 'to_jsonb(o), NULL', `before o WHERE NOT EXISTS (SELECT FROM after n WHERE ${same})`)}
        ${insert('n', 'to_jsonb(o), to_jsonb(n)', `after n LEFT JOIN before o ON ${same} WHERE ${logged ?? 'true'}`)}
      END IF;
      RETURN NULL;
    END $$;
    ${events.map(([event, rows]) => triggerSql(table, event, rows)).join('')}`
}

function triggerSql(table: string, event: string, rows: string): string {
  return `
    CREATE TRIGGER log_${event.toLowerCase()} AFTER ${event} ON ${table} REFERENCING ${rows}
      FOR EACH STATEMENT EXECUTE FUNCTION change_log.log_${table}();`
}

/** Takes what is in the log; null where it is empty. */
export async function takeLog(pool: pg.Pool): Promise<TakenLog | null> {
  const { rows } = await pool.query<{ log: string | null }>({ name: 'take_log', text: TAKE })
  const [row] = rows
  return row?.log ? readLog(row.log) : null
}

interface LoggedChange extends RowChange {
  readonly xid: string
  readonly client_id: string
}

// The changes in the log, which are the rows of this file's own query.
function readLog(text: string): TakenLog {
  const log = parse(text, null, String) as { changes: LoggedChange[] } & Omit<
    TakenLog,
    'transactions'
  >
  const transactions = new Map<string, { clientId: string; rows: RowChange[] }>()
  for (const change of log.changes) {
    const id = `${change.xid} ${change.client_id}`
    const found = transactions.get(id) ?? { clientId: change.client_id, rows: [] }
    transactions.set(id, found)
    found.rows.push(change)
  }
  return { ...log, transactions: [...transactions.values()] }
}

// Of several changes of one row in one transaction, what the first found and the last left.
const TAKE = `
  WITH taken AS (DELETE FROM change_log.changes RETURNING *),
  net AS (
    SELECT xid, name, client_id, min(n) AS n,
           (array_agg(old ORDER BY n))[1] AS old, (array_agg(new ORDER BY n DESC))[1] AS new
      FROM taken GROUP BY xid, name, client_id, key),
  clients AS (SELECT DISTINCT client_id FROM taken)
  SELECT CASE WHEN EXISTS (SELECT FROM taken) THEN json_build_object(
    'changes', (SELECT coalesce(json_agg(json_build_object(
        'xid', xid, 'client_id', client_id, 'table', name, 'old', old, 'new', new, 'columns',
        ARRAY(SELECT k FROM jsonb_object_keys(coalesce(old, new)) k WHERE (old -> k) IS DISTINCT FROM (new -> k)))
        ORDER BY n), '[]') FROM net WHERE old IS DISTINCT FROM new),
    'items', (SELECT coalesce(json_agg(json_build_object('client_id', client_id, 'registry_id', registry_id,
        'collection_id', collection_id)), '[]') FROM collection_items JOIN clients USING (client_id)),
    'kept', (SELECT coalesce(json_agg(json_build_object('client_id', client_id, 'ref', ref)), '[]')
               FROM removed_assets JOIN clients USING (client_id))
  )::text END AS log`
