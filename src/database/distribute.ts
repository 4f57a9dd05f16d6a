import type pg from 'pg'
import { ignoring, PG_CODES, stateConflict } from '../errors.ts'
import { inTransaction } from './transaction.ts'

// The statement that identifies a partner joins all of these with the portfolio's own rows, so every
// node has a copy of them. A table comes after those that it refers to.
const COPIED = ['firms', 'users', 'api_keys', 'key_secrets']

/**
 * Distributes the portfolios and all tables below them by client over a Citus cluster, and copies the tables that they
 * refer to onto every node, in one transaction. Can run again after a migration. Throws `state_conflict` without Citus,
 * without a worker, or if a table cannot be distributed.
 */
export async function distribute(owner: pg.Pool) {
  await requireCitus(owner)
  return inTransaction(owner, BEGIN, async (client) => {
    const { rows } = await client.query<{ name: string }>(BELOW_PORTFOLIOS)
    const names = rows.map(({ name }) => name)
    const distributed = await absent(client, names)
    const copied = await absent(client, COPIED)
    await requireKeysOfClient(client, distributed)
    const keys = (await client.query<ForeignKey>(FOREIGN_KEYS, [distributed])).rows
    for (const { table, name } of keys)
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const table of copied) await client.query('SELECT create_reference_table($1)', [table])
    for (const table of distributed) await client.query(distributeSql(table))
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    return { distributed, copied }
  })
}

type ForeignKey = Record<'table' | 'name' | 'definition', string>

// enable_unsafe_triggers: Citus runs a trigger on the node of the row. That is unsafe for a trigger that reads
// other rows. Ours read only the changed row.
const BEGIN = `
  BEGIN;
  SET LOCAL statement_timeout = 0;
  SET LOCAL client_min_messages = warning;
  SET LOCAL citus.enable_unsafe_triggers = on`

const BELOW_PORTFOLIOS = `
  WITH RECURSIVE below (oid) AS (
    SELECT 'portfolios'::regclass::oid
     UNION SELECT c.conrelid FROM pg_constraint c JOIN below ON c.confrelid = below.oid WHERE c.contype = 'f')
  SELECT oid::regclass::text AS name FROM below ORDER BY oid <> 'portfolios'::regclass, 1`

const FOREIGN_KEYS = `
  SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c
   WHERE c.contype = 'f' AND c.conrelid = ANY (SELECT unnest($1::text[])::regclass)`

const UNIQUE_WITHOUT_CLIENT = `
  SELECT i.indexrelid::regclass::text AS name
    FROM pg_index i
   WHERE i.indisunique AND i.indrelid = ANY (SELECT unnest($1::text[])::regclass)
     AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'client_id'
                      AND a.attnum = ANY (i.indkey))`

async function requireCitus(client: pg.Pool): Promise<void> {
  const nodes = `SELECT count(*)::int AS nodes FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards`
  const found = await client
    .query<{ nodes: number }>(nodes)
    .catch(ignoring(PG_CODES.undefinedTable))
  if (!found)
    throw stateConflict(
      'This database has no Citus: its portfolios cannot be distributed. Create the extension citus on each node first.',
    )
  if (found.rows[0]?.nodes === 0)
    throw stateConflict(
      'The cluster has no node for shards. Add its workers first: SELECT citus_add_node(host, port).',
    )
}

async function requireKeysOfClient(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(UNIQUE_WITHOUT_CLIENT, [tables])
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw stateConflict(`Unique indexes lack client_id: ${names}.`)
}

// The tables that Citus does not distribute or copy yet.
async function absent(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place)
      WHERE NOT EXISTS (SELECT FROM citus_tables t WHERE t.table_name = name::regclass
                         AND t.citus_table_type IN ('distributed', 'reference'))
      ORDER BY place`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

function distributeSql(table: string): string {
  const group = table === 'portfolios' ? 'none' : 'portfolios'
  return `SELECT create_distributed_table('${table}', 'client_id', colocate_with => '${group}')`
}
