import { beforeAll, describe, expect, test } from 'vitest'
import { addErrors } from '../../src/modules/usage/error.writes.ts'
import { MAX_FOUND } from '../../src/modules/usage/request.reads.ts'
import { testDatabase } from '../support/database.ts'
import { keyWith } from '../support/portfolio.ts'
import { addressOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = { DATABASE_URL: '' }
const AT = Date.parse('2026-06-10T12:00:00.000Z')
let keyId = ''

beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
  keyId = (await keyWith(database)).id
  const error = (request_id: string, n: number, key_id = keyId) => ({
    key_id,
    at: new Date(AT + n),
    endpoint: 'GET /api/v1/assets',
    status: 429,
    code: 'rate_limit_exceeded',
    request_id,
  })
  const repeated = Array.from({ length: MAX_FOUND + 3 }, (_, n) => error('nightly', n))
  await addErrors(database.pool, [error('once', 1), ...repeated, error('gone', 2, 'key_gone')])
})

const show = (id: string, ...more: string[]) => orangery(['request', 'show', id, ...more], HERE)

describe('request show', () => {
  test('says of a request what it was, how it ended and whose it was', async () => {
    const { code, out, err } = await show('once')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const what = '2026-06-10T12:00:00.001Z  GET /api/v1/assets  429 rate_limit_exceeded'
    expect(out).toMatch(new RegExp(`^${what}  ${keyId}  .+ of .+\\n$`))
    expect(jsonOf(await show('once', '--json'))).toEqual({
      total: 1,
      requests: [
        {
          request_id: 'once',
          at: '2026-06-10T12:00:00.001Z',
          endpoint: 'GET /api/v1/assets',
          status: 429,
          code: 'rate_limit_exceeded',
          key_id: keyId,
          key_name: expect.any(String),
          firm_name: expect.any(String),
        },
      ],
    })
  })

  test('lists the newest of a repeated id, and says how many there are', async () => {
    const { out } = await show('nightly')
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(MAX_FOUND + 1)
    expect(lines[0]).toContain('12:00:00.022Z')
    expect(lines.at(-1)).toBe('… and 3 more with this id, which are older.')
    const { total, requests } = jsonOf(await show('nightly', '--json'))
    expect([total, requests.length]).toEqual([MAX_FOUND + 3, MAX_FOUND])
  })

  test('names a key that is gone by its id', async () => {
    expect((await show('gone')).out).toContain('key_gone  no such key of no such firm')
  })

  test.each(['ONCE', 'onc', 'once-', '_', 'x'.repeat(64)])('%s is not found', async (id) => {
    const { code, out, err } = await show(id)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^error: No stored error has the request id .* search it for .*\n$/)
    expect(err).toContain(`"request_id":"${id}"`)
    const json = jsonOf(await show(id, '--json'))
    expect(json.error.code).toBe('record_not_found')
  })

  test.each([
    '',
    ' ',
    'x'.repeat(65),
    "once' OR true --",
    'once\n',
    'ré',
    'a b',
    '%',
    '../once',
    '\u202eonce',
  ])('%j is no request id', async (id) => {
    const { code, out, err } = await show(id)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('A request id has 1 to 64 letters of A-Z and a-z, digits, _ and -.')
  })
})
