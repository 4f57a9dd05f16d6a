import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, openServing, type ServingDatabase } from '../../src/database/open.ts'
import { privateMembers } from '../contract/private-members.ts'
import { newDataDir, removeFolders } from '../database/data-folder.ts'
import { testTable } from '../support/test-table.ts'
import { GatewayProcess } from './process.ts'

// Connects to the database of a running gateway in the same way and with the same role.
const dataDir = newDataDir()
const gateway = new GatewayProcess({ DATA_DIR: dataDir })
let serving: ServingDatabase

beforeAll(async () => {
  await gateway.waitForOutput(/Try it:/)
  serving = await openServing({ dataDir, poolSize: 2, onError: () => {} })
})

afterAll(async () => {
  await serving.close()
  await gateway.stop()
  await removeFolders()
})

async function codeOf(text: string): Promise<unknown> {
  return serving.pool.query(text).then(
    () => 'done',
    (error: { code?: unknown }) => error.code,
  )
}

const INSUFFICIENT_PRIVILEGE = '42501'

test('every connection that serves requests uses the runtime role', async () => {
  const url = await gateway.url()
  await Promise.all(Array.from({ length: 4 }, () => fetch(`${url}/readyz`)))
  const owner = await openDatabase({ dataDir, poolSize: 1, onError: () => {} })
  const { rows } = await owner.pool.query(
    `SELECT DISTINCT usename AS role FROM pg_stat_activity
      WHERE application_name = 'orangery' AND pid <> pg_backend_pid()`,
  )
  await owner.close()
  expect(rows).toEqual([{ role: 'orangery_runtime' }])
  expect(gateway.out).not.toContain('more rights than serving needs')
})

const columns = privateMembers().filter(({ mark }) => mark === 'p0')

testTable(columns)(
  'a statement written by hand cannot read a private column',
  async ({ table, column }) => {
    const attempts = [
      `SELECT ${column} FROM ${table}`,
      `SELECT * FROM ${table}`,
      `SELECT t FROM ${table} t`,
      `SELECT to_jsonb(t) FROM ${table} t`,
      `SELECT 1 FROM ${table} WHERE ${column} LIKE 'a%'`,
      `SELECT 1 FROM ${table} ORDER BY ${column}`,
      `SELECT count(${column}) FROM ${table}`,
      `WITH t AS (TABLE ${table}) SELECT 1 FROM t`,
      `COPY ${table} TO STDOUT`,
      `COPY (SELECT ${column} FROM ${table}) TO STDOUT`,
      `UPDATE ${table} SET ${column} = ${column} RETURNING ${column}`,
      `CREATE VIEW v AS SELECT ${column} FROM ${table}`,
    ]
    for (const text of attempts)
      expect([text, await codeOf(text)]).toEqual([text, INSUFFICIENT_PRIVILEGE])
    const statistics = `SELECT 1 FROM pg_stats WHERE tablename = $1 AND attname = $2`
    expect((await serving.pool.query(statistics, [table, column])).rows).toEqual([])
  },
)

testTable([
  `UPDATE audit_events SET action = 'x'`,
  'DELETE FROM audit_events',
  'DROP TRIGGER audit_events_fixed ON audit_events',
  'DROP TABLE assets',
  'CREATE TABLE x (y text)',
  'CREATE TEMP TABLE audit_events (y text)',
  `CREATE FUNCTION x() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  'CREATE ROLE x',
  'ALTER ROLE orangery_runtime SUPERUSER',
  `ALTER ROLE orangery PASSWORD 'x'`,
  'GRANT orangery TO orangery_runtime',
  'GRANT SELECT ON installation TO orangery_runtime',
  'SET ROLE orangery',
  `COPY (SELECT 1) TO PROGRAM 'id'`,
  `SELECT pg_read_file('orangery.pgpass')`,
  `SELECT lo_import('/etc/passwd')`,
  'SELECT * FROM pg_authid',
  `ALTER SYSTEM SET log_statement = 'all'`,
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'orangery lease'`,
  `UPDATE users SET is_staff = true`,
  `UPDATE firms SET plan = 'enterprise'`,
  `UPDATE api_keys SET tier = 'enterprise'`,
  `UPDATE assets SET title = 'x'`,
  'DELETE FROM assets',
  'DELETE FROM tombstones',
  'UPDATE shown_expiries SET deltas_from = NULL',
  'DELETE FROM shown_expiries',
  'DELETE FROM _prisma_migrations',
  `SELECT setval('request_errors_id_seq', 1)`,
])('do what serving does not need', async (text) => {
  expect(await codeOf(text)).toBe(INSUFFICIENT_PRIVILEGE)
})
