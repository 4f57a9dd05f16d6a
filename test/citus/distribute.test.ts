import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { distribute } from '../../src/database/distribute.ts'
import { findMigrationsDir, migrate } from '../../src/database/migrate.ts'
import { isCluster } from '../support/cluster.ts'
import { testDatabase } from '../support/database.ts'

const { pool } = testDatabase({ isVerified: false })
const onCluster = isCluster(inject('server'))

const LOANS = `
  CREATE TABLE loans (client_id text COLLATE "C" REFERENCES portfolios (client_id), id text, PRIMARY KEY (client_id, id));
  ALTER TABLE assets ADD COLUMN lent_to text;
  UPDATE assets SET lent_to = 'nobody';
  ALTER TABLE assets ALTER COLUMN lent_to SET NOT NULL;
  CREATE INDEX assets_lent_to ON assets (client_id, lent_to);`

test.skipIf(onCluster)('a server without Citus is refused, with what to do', async () => {
  await expect(distribute(pool)).rejects.toMatchObject({
    code: 'state_conflict',
    message: expect.stringContaining('Create the extension citus on each node first.'),
  })
})

describe.runIf(onCluster)('on a cluster', () => {
  test('every table with a client is distributed, but for what is read by other columns', async () => {
    const { rows } = await pool.query<{ name: string; type: string | null }>(`
      SELECT c.relname AS name, t.citus_table_type AS type
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'client_id'
        LEFT JOIN citus_tables t ON t.table_name = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`)
    const others = rows.filter(({ type }) => type !== 'distributed')
    expect(rows.length).toBeGreaterThan(10)
    // Visits are read by link, feeds and the request log by key.
    expect(others).toEqual([
      { name: 'audit_events', type: null },
      { name: 'feed_grants', type: null },
      { name: 'key_requests', type: null },
      { name: 'link_visits', type: 'local' },
    ])
  })

  test('all of them have their rows of a client on one node', async () => {
    const { rows } = await pool.query<{ groups: number }>(`
      SELECT count(DISTINCT colocation_id)::int AS groups FROM citus_tables
       WHERE citus_table_type = 'distributed'`)
    expect(rows).toEqual([{ groups: 1 }])
  })

  test('a repetition changes nothing', async () => {
    expect(await distribute(pool)).toEqual({ distributed: [], copied: [] })
  })

  test('a later migration changes the tables on every node, and a table that it adds is distributed', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'orangery-migrations-'))
    cpSync(findMigrationsDir(), dir, { recursive: true })
    mkdirSync(join(dir, '29990101000000_loans'))
    writeFileSync(join(dir, '29990101000000_loans', 'migration.sql'), LOANS)
    expect(await migrate(pool, dir)).toEqual(['29990101000000_loans'])
    rmSync(dir, { recursive: true })
    await pool.query("SELECT lent_to FROM assets WHERE client_id = 'user_1'")
    expect(await distribute(pool)).toEqual({ distributed: ['loans'], copied: [] })
    await pool.query('DROP TABLE loans')
  })

  test('a table with a unique index without the client is refused by the name of the index', async () => {
    await pool.query(`
      CREATE TABLE loans (client_id text COLLATE "C" REFERENCES portfolios (client_id), id text,
                          PRIMARY KEY (client_id, id), CONSTRAINT loans_id UNIQUE (id))`)
    await expect(distribute(pool)).rejects.toMatchObject({
      code: 'state_conflict',
      message: 'Unique indexes lack client_id: loans_id.',
    })
  })
})
