import { beforeAll, expect, test } from 'vitest'
import { MAX_FOUND } from '../../src/modules/usage/request.reads.ts'
import { addRequests } from '../../src/modules/usage/request.writes.ts'
import { requestRow } from '../modules/usage/request-row.ts'
import { testDatabase } from '../support/database.ts'
import { keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database)
const AT = Date.parse('2026-06-10T12:00:00.000Z')
let keyId = ''

beforeAll(async () => {
  keyId = (await keyWith(database)).id
  const error = (request_id: string, n: number, key = keyId) =>
    requestRow(key, { at: new Date(AT + n), request_id })
  const repeated = Array.from({ length: MAX_FOUND + 3 }, (_, n) => error('nightly', n))
  await addRequests(database.pool, [
    error('once', 1),
    ...repeated,
    error('gone', 2, 'key_gone'),
    requestRow(keyId, { ...UNKNOWN, at: new Date(AT + 60_000) }),
    requestRow(keyId, { ...GOOD, at: new Date(AT + 61_000) }),
  ])
  const { at, endpoint, status, code } = error('earlier', 0)
  const earlier = { keyId, at: new Date(at.getTime() - 1), endpoint, status, code: code ?? '' }
  await database.prisma.requestError.create({ data: { ...earlier, requestId: 'earlier' } })
})

const UNKNOWN = {
  ...{ request_id: 'lost', endpoint: 'unknown', path: '/api/v1/portfolios' },
  ...{ parameters: ['limit=…'], status: 404, code: 'route_not_found' },
  message: 'There is no such path.',
}
const GOOD = { request_id: 'good', status: 200, code: null, message: null, client_id: 'user_1' }

const show = (id: string, ...more: string[]) => orangery(['request', 'show', id, ...more], HERE)

test('request show says of a request what it was, how it ended and whose it was', async () => {
  const { code, out, err } = await show('once')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const what = '2026-06-10T12:00:00.001Z  once  GET /api/v1/assets  429 rate_limit_exceeded'
  const details = '  message: Over the limit.\n  milliseconds: 3\n  bytes: 120\n  counted as: 1'
  expect(out).toMatch(new RegExp(`^${what}  ${keyId}  .+ of .+\n${details}\n$`))
  const { total, requests } = jsonOf(await show('once', '--json'))
  const once = { request_id: 'once', status: 429, key_id: keyId }
  expect([total, requests[0]]).toMatchObject([1, once])
})

testTable(['ONCE', 'onc', 'once-', '_', 'x'.repeat(64)])(
  'request show does not find what is not recorded',
  async (id) => {
    const { code, out, err } = await show(id)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^error: No stored request has the request id .* search it for .*\n$/)
    expect(err).toContain(`"request_id":"${id}"`)
    const json = jsonOf(await show(id, '--json'))
    expect(json.error.code).toBe('record_not_found')
  },
)

const list = (...more: string[]) => orangery(['request', 'list', ...more], HERE)
const idsOf = async (...more: string[]) => {
  const { data } = jsonOf(await list('--key', keyId, '--json', ...more))
  return data.map(({ request_id }: { request_id: string }) => request_id)
}

test('request list lists the requests of a key, newest first, also those of the release before', async () => {
  const ids = await idsOf()
  const some = [ids[0], ids[1], ids.at(-1)]
  expect([ids.length, ...some]).toEqual([MAX_FOUND + 7, 'good', 'lost', 'earlier'])
  const { out } = await list('--key', keyId)
  expect(out).toMatch(/^.+ {2}good {2}GET \/api\/v1\/assets {2}200 {2}key_/)
  expect(out).toContain('lost  GET /api/v1/portfolios  404 route_not_found')
})

testTable([
  [['--status', '4x'], 'Must be a status such as 403, or a class: 4xx.'],
  [['--status', '600'], 'Must be a status'],
  [['--code', 'no_such_code'], 'code takes an error code of the interface.'],
  [['--since', 'yesterday'], 'Must be an ISO 8601 instant such as'],
])('request list explains a wrong filter', async (options, says) => {
  const { code, err } = await list('--key', keyId, ...options)
  expect([code, err]).toEqual([2, expect.stringContaining(says)])
})
