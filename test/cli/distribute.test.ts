import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { statement } from '../support/server.ts'
import { addressAt } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const name = `orangery_test_${randomBytes(6).toString('hex')}`
const server = inject('server')
const here = { DATABASE_URL: addressAt(server, name) }
const DISTRIBUTE = ['migrate', '--distribute', '--json']

beforeAll(() => statement(server, `CREATE DATABASE ${name}`))
afterAll(() => statement(server, `DROP DATABASE ${name}`))

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
