import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { statement } from '../support/server.ts'
import { testTable } from '../support/test-table.ts'
import { addressAt } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const name = `orangery_test_${randomBytes(6).toString('hex')}`
const server = inject('server')
const EMPTY = { DATABASE_URL: addressAt(server, name) }
const FIRM = ['firm', 'create', '--name', 'Hale']
const DISTRIBUTE = ['migrate', '--distribute', '--json']

beforeAll(() => statement(server, `CREATE DATABASE ${name}`))
afterAll(() => statement(server, `DROP DATABASE ${name}`))

test("an operator's own database server is migrated by `migrate` only", async () => {
  const rejected = await orangery([...FIRM, '--json'], EMPTY)
  expect(rejected.code).toBe(1)
  expect(jsonOf(rejected).error.message).toContain('orangery migrate')

  const first = jsonOf(await orangery(['migrate', '--json'], EMPTY))
  expect(first.applied.length).toBeGreaterThan(0)
  const again = await orangery(['migrate', '--json'], EMPTY)
  expect(jsonOf(again)).toEqual({ applied: [] })
  expect((await orangery(['migrate'], EMPTY)).out).toBe('Nothing to apply.\n')

  expect((await orangery(FIRM, EMPTY)).code).toBe(0)
})

test('migrate --distribute is refused on a server without Citus, with what to do, after the migrations', async () => {
  const output = await orangery(DISTRIBUTE, EMPTY)
  expect(output.code).toBe(1)
  const { error } = jsonOf(output)
  const message =
    'This database has no Citus: its portfolios cannot be distributed. Create the extension citus on each node first.'
  expect(error).toEqual({ code: 'state_conflict', message })
  expect(output.err).toBe(`error: ${error.message}\n`)
  expect(jsonOf(await orangery(['migrate', '--json'], EMPTY))).toEqual({ applied: [] })
})

testTable([
  ['that does not answer', 'postgres://root:hidden-word@127.0.0.1:1/none', 'service_unavailable'],
  ['without the database', addressAt(server, 'no_such_database'), 'internal_error'],
])(
  "an operator's own database server fails with one line, without the password",
  async (_, DATABASE_URL, code) => {
    const output = await orangery([...FIRM, '--json'], { DATABASE_URL })
    expect(output.code).toBe(1)
    const { error } = jsonOf(output)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/^The database is not available: \S|^Database error: \S/)
    expect(output.err).toBe(`error: ${error.message}\n`)
    expect(output.err).not.toContain('hidden-word')
  },
)

const folder = mkdtempSync(join(tmpdir(), 'orangery-no-database-'))
const DATA_DIR = join(folder, 'data')

afterAll(() => rmSync(folder, { recursive: true }))

const COMMANDS = [
  ['firm', 'list'],
  ['import', '-', '--client', 'user_x'],
  ['backup', join(folder, 'x.backup')],
]

testTable(COMMANDS)('a command creates no database, and says where it looked', async (...argv) => {
  const output = await orangery([...argv, '--json'], { DATA_DIR })
  const message = `There is no database in ${DATA_DIR}. Set DATA_DIR to the folder of yours, or create one here: orangery serve`
  const error = { code: 'state_conflict', message }
  expect([output.code, jsonOf(output).error]).toEqual([1, error])
  expect(readdirSync(folder)).toEqual([])
})

test('an empty data folder is no database either, and stays', async () => {
  mkdirSync(DATA_DIR)
  const { err } = await orangery(['firm', 'list'], { DATA_DIR })
  expect(err).toContain(`There is no database in ${DATA_DIR}. `)
  expect(readdirSync(DATA_DIR)).toEqual([])
})
