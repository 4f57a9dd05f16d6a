import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from '../../src/database/client.ts'
import { statement, toDatabase } from '../support/server.ts'
import { addressAt } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const name = `orangery_test_${randomBytes(6).toString('hex')}`
const server = inject('server')
const here = { DATABASE_URL: addressAt(server, name) }
const DISTRIBUTE = ['migrate', '--distribute', '--json']

beforeAll(() => statement(server, `CREATE DATABASE ${name}`))
afterAll(() => statement(server, `DROP DATABASE ${name}`))

// What the command calls of Citus: the functions only record what they were called for.
const STAND_IN = `
  CREATE TABLE pg_dist_node (noderole text, shouldhaveshards boolean);
  CREATE TABLE citus_tables (table_name regclass, citus_table_type text);
  CREATE FUNCTION create_reference_table(name text) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO citus_tables VALUES (name::regclass, 'reference') $$;
  CREATE FUNCTION create_distributed_table(name text, by text, colocate_with text) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO citus_tables VALUES (name::regclass, 'distributed') $$`

test('migrate --distribute is refused on a server without Citus, with what to do, after the migrations', async () => {
  const output = await orangery(DISTRIBUTE, here)
  expect(output.code).toBe(1)
  const { error } = jsonOf(output)
  expect(error).toEqual({
    code: 'state_conflict',
    message:
      'This database has no Citus: its portfolios cannot be distributed. Create the extension citus on each node first.',
  })
  expect(output.err).toBe(`error: ${error.message}\n`)
  expect(jsonOf(await orangery(['migrate', '--json'], here))).toEqual({ applied: [] })
})

describe('migrate --distribute with the functions of Citus', () => {
  const database = connect(toDatabase(server, name), { onError: () => {} })
  beforeAll(async () => {
    await orangery(['migrate'], here)
    await database.pool.query(STAND_IN)
  })
  afterAll(() => database.close())

  const foreignKeys = async () => {
    const text = `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`
    return (await database.pool.query(text)).rows
  }

  test('is refused on a cluster without a node for shards', async () => {
    const output = await orangery(DISTRIBUTE, here)
    expect(jsonOf(output).error).toMatchObject({
      code: 'state_conflict',
      message: expect.stringContaining('no node for shards. Add its workers first'),
    })
  })

  test('names each table that it distributed or copied, and keeps the foreign keys', async () => {
    await database.pool.query(`INSERT INTO pg_dist_node VALUES ('primary', true)`)
    const before = await foreignKeys()
    const { out, err, code } = await orangery(['migrate', '--distribute'], here)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual(['Nothing to apply.', 'Distributed portfolios by client'])
    expect(lines).toContain('Distributed assets by client')
    expect(lines.at(-1)).toBe('Copied key_secrets onto every node')
    expect(before.length).toBeGreaterThan(5)
    expect(await foreignKeys()).toEqual(before)
  })

  test('run again, has nothing to do, and says so', async () => {
    expect(jsonOf(await orangery(DISTRIBUTE, here))).toEqual({
      applied: [],
      distributed: [],
      copied: [],
    })
    expect((await orangery(['migrate', '--distribute'], here)).out).toBe(
      'Nothing to apply.\nNothing to distribute.\n',
    )
  })
})
