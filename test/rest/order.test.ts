import { beforeAll, expect, test } from 'vitest'
import type { ErrorCode } from '../../src/errors.ts'
import type { Quota } from '../../src/load/quota.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'

// A quota that is spent for every key when a test says so.
let spent = false
const quota: Quota = {
  spend: async (subject, limit) => ({
    limit,
    remaining: 0,
    resetAt: new Date(Date.now() + 60_000),
    exceeded: spent && subject.startsWith('key_'),
  }),
  refund: async () => {},
}

const gateway = testGateway({ quota })
const { database } = gateway
const WATCH = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }
const whole = testReader(gateway, [WATCH])
let outsider = ''
const keys: Record<string, string> = {}

beforeAll(async () => {
  outsider = await clientWith(database, [])
  for (const elsewhere of [false, true])
    for (const poor of [false, true]) {
      const scopes = poor ? (['registry'] as const) : (['valuation'] as const)
      const of = { scopes, allowedIps: elsewhere ? ['192.0.2.1'] : [] }
      keys[`${elsewhere} ${poor}`] = (await readerOf(database, whole.clientId, {}, of)).secret
    }
})

// Every error that one request can have, in the order in which they are reported.
const ERRORS = [
  'missing_api_key',
  'ip_not_allowed',
  'rate_limit_exceeded',
  'route_not_found',
  'missing_version',
  'invalid_parameter',
  'no_active_grant',
  'insufficient_scope',
  'asset_not_found',
] as const satisfies readonly ErrorCode[]

async function codeFor(errors: readonly ErrorCode[]) {
  const has = (error: ErrorCode) => errors.includes(error)
  spent = has('rate_limit_exceeded')
  const id = has('asset_not_found') ? 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV' : whole.ids.a
  const client = has('no_active_grant') ? outsider : whole.clientId
  const page = has('invalid_parameter') ? '&page=0' : ''
  const end = has('route_not_found') ? 'heirs' : 'valuations'
  const key = keys[`${has('ip_not_allowed')} ${has('insufficient_scope')}`] ?? ''
  const reply = await gateway.request(`/api/v1/assets/${id}/${end}?client_id=${client}${page}`, {
    ...(!has('missing_api_key') && { key }),
    headers: has('missing_version') ? { 'X-Service-Version': '' } : {},
  })
  return reply.json.error?.code ?? null
}

const pairs = ERRORS.flatMap((first, i) => ERRORS.slice(i + 1).map((second) => [first, second]))
testTable(pairs)('of two errors in a request the first is reported', async (first, second) => {
  expect(await codeFor([first as ErrorCode, second as ErrorCode])).toBe(first)
  expect(await codeFor([second as ErrorCode])).toBe(second)
})

test('of several invalid parameters: one is reported, and an unreadable query comes before an unknown parameter', async () => {
  const key = keys['false false'] ?? ''
  const codeOf = async (query: string) =>
    (await gateway.request(`/api/v1/assets?${query}`, { key })).json.error.code
  spent = false
  expect(await codeOf('page=1&page=2')).toBe('invalid_parameter')
  expect(await codeOf('unknown=1')).toBe('missing_parameter')
  expect(await codeOf(`client_id=${whole.clientId}&unknown=%ZZ`)).toBe('invalid_parameter')
})
