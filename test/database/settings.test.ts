import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/database/client.ts'
import { migrate } from '../../src/database/migrate.ts'
import { bringUpToDate } from '../../src/database/prepare.ts'
import { unmetRequirement } from '../../src/database/requirements.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, tokenOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { removeFolders } from './data-folder.ts'
import { folderOf } from './migration-folder.ts'

// Values that an operator, or the defaults of a server, may have set, and the values of a connection instead.
const SETTINGS: [name: string, hostile: string, ours: string][] = [
  ['DateStyle', 'German, DMY', 'ISO, MDY'],
  ['IntervalStyle', 'sql_standard', 'postgres'],
  ['TimeZone', 'Asia/Kolkata', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-5', '1'],
  ['standard_conforming_strings', 'off', 'on'],
  ['transform_null_equals', 'on', 'off'],
  ['quote_all_identifiers', 'on', 'off'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['search_path', 'elsewhere, public', 'public'],
]

const owner = testDatabase({ isVerified: false })
const again = ({ options }: pg.Pool) => {
  const { connectionString, host, port, user, password, database } = options
  return connectionString ?? { host, port, user, password, database }
}
const onError = () => {}
const late = {
  owner: connect(again(owner.pool), { onError }),
  serving: connect(again(owner.serving.pool), { onError }),
}
const gateway = testGateway({ database: { ...late.owner, serving: late.serving } })
let key = ''
let token = ''
let client = ''

beforeAll(async () => {
  client = await clientWith(owner, [
    {
      type: 'asset',
      ref: 'a',
      title: "O'Brien \\ bar",
      category: 'art',
      market_value: '1200.12',
      valued_at: '2024-03-04T05:06:07Z',
    },
  ])
  key = (await readerOf(owner, client)).secret
  token = await tokenOf(owner, client)
  const set = SETTINGS.map(
    ([setting, value]) =>
      `EXECUTE format('ALTER DATABASE %I SET ${setting} = ${setting === 'search_path' ? value : `''${value}''`}', current_database());`,
  )
  await owner.pool.query(`DO $$ BEGIN ${set.join('\n')} END $$`)
  // Schemas that come before ours by default, with tables of the same names.
  const { rows } = await owner.serving.pool.query<{ role: string }>(
    'SELECT current_user::text AS role',
  )
  for (const schema of ['elsewhere', owner.pool.options.user ?? 'root', rows[0]?.role ?? ''])
    await owner.pool.query(`CREATE SCHEMA "${schema}"; CREATE TABLE "${schema}".assets (id int);
      CREATE TABLE "${schema}".plants (id int); CREATE TABLE "${schema}".api_keys (id int);
      GRANT USAGE ON SCHEMA "${schema}" TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO PUBLIC`)
})
afterAll(async () => {
  await late.owner.close()
  await late.serving.close()
  await removeFolders()
})

describe('a database with other settings than the default ones', () => {
  test('is set where a connection opens, for both roles', async () => {
    const names = SETTINGS.map(([name]) => name)
    const read = `SELECT s.name, current_setting(s.name) AS value FROM unnest($1::text[]) AS s (name)`
    for (const { pool } of [late.owner, late.serving])
      expect((await pool.query(read, [names])).rows).toEqual(
        SETTINGS.map(([name, , value]) => ({ name, value })),
      )
  })

  test('is read, imported into, written and migrated like one with our settings', async () => {
    await importRecords(late.owner, client, [
      { type: 'asset', ref: 'b', title: 'Vase', category: 'art' },
    ])
    const { status, json } = await gateway.request(`/api/v1/assets?client_id=${client}`, { key })
    expect(status).toBe(200)
    expect(json.data).toHaveLength(2)
    const first = json.data.find((each: { title: string }) => each.title !== 'Vase')
    expect(JSON.stringify(first)).toContain('2024-03-04T05:06:07')
    expect(first.title).toBe("O'Brien \\ bar")
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ id: 1, name: 'Fern' })
    const plant = await gateway.request('/plants', { key: token, method: 'POST', headers, body })
    const { rows } = await owner.pool.query('SELECT name FROM public.plants')
    expect([plant.status, rows]).toEqual([200, [{ name: 'Fern' }]])
    const script = {
      '29990101_later': 'CREATE TABLE later (id int); ALTER TABLE assets ADD COLUMN later int;',
    }
    await migrate(late.owner.pool, folderOf(script))
    const made = await owner.pool.query(`SELECT to_regclass('public.later') IS NOT NULL AS made`)
    expect(made.rows).toEqual([{ made: true }])
    await owner.pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = '29990101_later'`)
  })

  test('that cannot be written is refused, with what to do', async () => {
    const set = (value: string) =>
      owner.pool.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`,
      )
    await set('on')
    const opened = connect(again(owner.pool), { onError })
    await expect(bringUpToDate(opened).finally(() => opened.close())).rejects.toMatchObject({
      code: 'state_conflict',
      message: expect.stringContaining('RESET default_transaction_read_only'),
    })
  })
})

describe('what no connection can set', () => {
  const sound = { name: 'a', version: 15, encoding: 'UTF8', hasIcu: true, isReadOnly: false }
  testTable([
    [{ version: 14 }, 'The server is PostgreSQL 14'],
    [{ encoding: 'LATIN1' }, 'The database a has the encoding LATIN1'],
    [{ encoding: 'SQL_ASCII' }, 'The database a has the encoding SQL_ASCII'],
    [{ hasIcu: false }, 'The server is built without ICU'],
    [{ isReadOnly: true }, 'The database a is read-only by default_transaction_read_only'],
    [{ version: 18 }, undefined],
  ])('is refused with its reason', (given, found) => {
    expect(unmetRequirement({ ...sound, ...given })?.found).toBe(found)
  })

  test('functions with the rights of the owner have a search path of their own', async () => {
    const { rows } = await owner.pool.query(
      `SELECT proname FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM unnest(proconfig) c WHERE c LIKE 'search_path=%')`,
    )
    expect(rows).toEqual([])
  })
})
