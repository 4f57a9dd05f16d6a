import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { findNamedClients } from '../../../src/modules/usage/firm-log.reads.ts'
import { addRequests } from '../../../src/modules/usage/request.writes.ts'
import { addUsage } from '../../../src/modules/usage/usage.writes.ts'
import { requestRow, tally } from '../../modules/usage/request-row.ts'
import { outcomesOf } from '../../support/tables.ts'
import { codeOf, dataOf, fixturesOf, portalGateway } from './fixtures.ts'

const NOON = Date.parse('2026-06-10T12:00:00.000Z')
const { gateway, database, fixtures: of } = portalGateway({ now: () => new Date(NOON) })
const next = fixturesOf(database)

const at = (minutes: number) => new Date(NOON - minutes * 60_000)
const sandbox = { id: '' }

beforeAll(async () => {
  const { prisma, pool } = database
  const common = { firmId: of.firmId, name: 'Trials', scopes: ['registry'] } as const
  Object.assign(sandbox, await createKey(operator(prisma), { ...common, environment: 'sandbox' }))
  await prisma.user.update({ where: { id: of.clientId }, data: { name: 'Ada Søndergård' } })
  const mine = { client_id: of.clientId, version: '2024-01-01', address: '192.0.2.7' }
  await addRequests(pool, [
    requestRow(of.keyId, { ...mine, request_id: 'one', at: at(1), status: 403 }),
    requestRow(of.requestingKeyId, { ...mine, request_id: 'two', at: at(2) }),
    requestRow(of.keyId, { request_id: 'three', at: at(3), status: 200, code: null }),
    requestRow(sandbox.id, { request_id: 'trial', at: at(4) }),
    requestRow(of.keyId, { request_id: 'old', at: at(7 * 1_440 + 1) }),
    requestRow(next.keyId, { request_id: 'beside', at: at(1) }),
  ])
  const used = (id: string, most_used: number, minutes: number) =>
    tally(id, { hour: at(minutes), most_used, most_used_at: at(minutes) })
  await addUsage(pool, [used(of.keyId, 40, 90), used(of.keyId, 300, 30)])
  await addUsage(pool, [used(of.keyId, 200, 30), used(of.requestingKeyId, 120, 10)])
  await addUsage(pool, [used(sandbox.id, 50, 5), used(next.keyId, 900, 5)])
})

const log = (args: string, fields: string, firmId = of.firmId) =>
  `{ requestLog(firmId: "${firmId}"${args}) { ${fields} } }`

async function listed(args = '', key = of.bearer.admin) {
  const text = log(args, 'totalCount nodes { requestId }')
  const { requestLog } = await dataOf(gateway, key, text)
  const ids = requestLog.nodes.map(({ requestId }: { requestId: string }) => requestId)
  expect(requestLog.totalCount).toBe(ids.length)
  return ids
}

test('the log of a firm has the requests of all its keys, newest first, for members and staff', async () => {
  for (const key of [of.bearer.admin, of.bearer.developer, of.bearer.member, of.bearer.staff])
    expect(await listed('', key)).toEqual(['one', 'two', 'three', 'trial'])
})

test('the log of a firm takes a key, an environment and filters', async () => {
  const found = {
    'environment: production': ['one', 'two', 'three'],
    'environment: sandbox': ['trial'],
    [`keyId: "${of.keyId}"`]: ['one', 'three'],
    [`keyId: "${of.keyId}", environment: sandbox`]: [],
    'search: "søndergÅrd"': ['one', 'two'],
  }
  expect(await outcomesOf(found, (_, args) => listed(`, ${args}`))).toEqual(found)
  const named = (keyId: string) =>
    findNamedClients(database.pool, { firmId: of.firmId, keyIds: [keyId] }, 'ADA')
  expect([await named(of.keyId), await named(sandbox.id)]).toEqual([[of.clientId], []])
})

test('a request of the log names its key, its version, its address and a client of the key', async () => {
  const text = log('', 'nodes { key { name } version address clientName }')
  const { requestLog } = await dataOf(gateway, of.bearer.member, text)
  const named = { version: '2024-01-01', address: '192.0.2.7' }
  const none = { version: null, address: null, clientName: null }
  expect(requestLog.nodes).toEqual([
    { key: { name: 'Reports' }, ...named, clientName: 'Ada Søndergård' },
    // The client has given this key nothing.
    { key: { name: 'Asking' }, ...named, clientName: null },
    { key: { name: 'Reports' }, ...none },
    { key: { name: 'Trials' }, ...none },
  ])
})

test('the log of a firm is read page by page, with cursors of this list alone', async () => {
  const fields = 'nodes { requestId } pageInfo { hasNextPage endCursor }'
  const page = (args: string, key = of.bearer.admin) =>
    gateway.graphql(log(`, first: 2${args}`, fields), { key })
  const { nodes, pageInfo } = (await page('')).json.data.requestLog
  const after = `, after: "${pageInfo.endCursor}"`
  const second = (await page(after)).json.data.requestLog
  const ids = [...nodes, ...second.nodes].map(({ requestId }) => requestId)
  expect(ids).toEqual(['one', 'two', 'three', 'trial'])
  expect([pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false])
  for (const args of [`${after}, environment: sandbox`, `${after}, keyId: "${of.keyId}"`])
    expect(codeOf(await page(args))).toBe('invalid_parameter')
  expect(codeOf(await page(after, of.bearer.member))).toBe('invalid_parameter')
  expect(codeOf(await page(', after: "x"'))).toBe('invalid_parameter')
})

test('the log of a firm refuses keys of other firms, and explains other arguments', async () => {
  const refused = {
    [`keyId: "${next.keyId}"`]: 'record_not_found',
    'keyId: "key_nobody"': 'record_not_found',
    'first: 101': 'invalid_parameter',
    'code: "no_such_code"': 'invalid_parameter',
    [`search: "${'x'.repeat(101)}"`]: 'invalid_parameter',
    'clientId: "\\u0000"': 'invalid_parameter',
    'endpoint: "\\u0000"': 'invalid_parameter',
    'environment: test': 'invalid_document',
  }
  const codes = await outcomesOf(refused, async (_, args) =>
    codeOf(await gateway.graphql(log(`, ${args}`, 'totalCount'), { key: of.bearer.admin })),
  )
  expect(codes).toEqual(refused)
  // Staff see both firms, and still no key of another firm in the log of this one.
  const other = log(`, keyId: "${next.keyId}"`, 'totalCount')
  expect(codeOf(await gateway.graphql(other, { key: of.bearer.staff }))).toBe('record_not_found')
})

test('the figures of a firm are those of one environment', async () => {
  const text = `{ firm(id: "${of.firmId}") {
    production: usage(days: 2, environment: production) { id total }
    sandbox: usage(days: 2, environment: sandbox) { id total } usage(days: 2) { id total }
    live: clientCount(environment: production) tests: clientCount(environment: sandbox) } }`
  const { firm } = await dataOf(gateway, of.bearer.member, text)
  expect([firm.production.total, firm.sandbox.total, firm.usage.total]).toEqual([4, 1, 5])
  expect(new Set([firm.production.id, firm.sandbox.id, firm.usage.id]).size).toBe(3)
  expect([firm.live, firm.tests]).toEqual([1, 0])
})

test('the busiest minute of a firm is that of the key nearest its limit', async () => {
  const minute = (args = '') => `busiestMinute${args} { at requests key { id requestsPerMinute } }`
  const text = `{ firm(id: "${of.firmId}") { ${minute()} tests: ${minute('(environment: sandbox)')} } }`
  const { firm } = await dataOf(gateway, of.bearer.member, text)
  const production = { id: of.keyId, requestsPerMinute: expect.any(Number) }
  expect(firm.busiestMinute).toEqual({ at: at(30).toISOString(), requests: 300, key: production })
  expect([firm.tests.requests, firm.tests.key.id]).toEqual([50, sandbox.id])
  const days = await gateway.graphql(
    `{ firm(id: "${of.firmId}") { busiestMinute(days: 91) { at } } }`,
    { key: of.bearer.admin },
  )
  expect(codeOf(days)).toBe('invalid_parameter')
})
