import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { statement } from '../support/server.ts'
import { addressAt } from './address.ts'
import { objectOf, orangery } from './orangery.ts'

const name = `orangery_test_${randomBytes(6).toString('hex')}`
const server = inject('server')
const EMPTY = { DATABASE_URL: addressAt(server, name) }
const FIRM = ['firm', 'create', '--name', 'Hale']

beforeAll(() => statement(server, `CREATE DATABASE ${name}`))
afterAll(() => statement(server, `DROP DATABASE ${name} WITH (FORCE)`))

describe('a database server of the operator', () => {
  test('is not migrated by a command, but by `migrate`', async () => {
    const refused = await orangery([...FIRM, '--json'], EMPTY)
    expect(refused.code).toBe(1)
    expect(objectOf(refused).error.message).toContain('orangery migrate')

    const first = objectOf(await orangery(['migrate', '--json'], EMPTY))
    expect(first.applied.length).toBeGreaterThan(0)
    const again = await orangery(['migrate', '--json'], EMPTY)
    expect(objectOf(again)).toEqual({ applied: [] })
    expect((await orangery(['migrate'], EMPTY)).out).toBe('Nothing to apply.\n')

    expect((await orangery(FIRM, EMPTY)).code).toBe(0)
  }, 60_000)

  test.each([
    ['that does not answer', 'postgres://root:hidden-word@127.0.0.1:1/none', 'service_unavailable'],
    ['without the database', addressAt(server, 'no_such_database'), 'internal_error'],
  ])('%s is a failure of one line, without its password', async (_, DATABASE_URL, code) => {
    const said = await orangery([...FIRM, '--json'], { DATABASE_URL })
    expect(said.code).toBe(1)
    const { error } = objectOf(said)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/^The database (cannot be reached|refused): \S/)
    expect(said.err).toBe(`error: ${error.message}\n`)
    expect(said.err).not.toContain('hidden-word')
  })

  test('of a bad configuration: one line that names every variable', async () => {
    const { code, out, err } = await orangery(FIRM, { DATABASE_URL: 'mysql://x', PORT: 'many' })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^error: [^\n]*PORT: [^\n]*DATABASE_URL: [^\n]*\n$/)
  })
})
