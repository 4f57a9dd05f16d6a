import { beforeAll, expect, test } from 'vitest'
import { addRequests } from '../../../src/modules/usage/request.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { requestRow } from '../../modules/usage/request-row.ts'
import { outcomesOf } from '../../support/tables.ts'
import { codeFor, codeOf, dataOf, fixturesOf, portalGateway } from './fixtures.ts'

const NOON = Date.parse('2026-06-10T12:00:00.000Z')
const DAY_MS = 86_400_000
const { gateway, database, prisma, fixtures: of } = portalGateway({ now: () => new Date(NOON) })
const next = fixturesOf(database)

const at = (minutes: number) => new Date(NOON - minutes * 60_000)

beforeAll(async () => {
  const mine = { client_id: of.clientId }
  await addRequests(database.pool, [
    requestRow(of.keyId, { ...mine, request_id: 'same', at: at(1), parameters: ['category=art'] }),
    requestRow(of.keyId, {
      ...{ request_id: 'lost', at: at(2), status: 404, code: 'route_not_found' },
      ...{ endpoint: 'unknown', path: '/api/v1/Portfolios' },
    }),
    requestRow(of.keyId, {
      ...{ ...mine, request_id: 'good', at: at(3), status: 200, code: null, message: null },
    }),
    requestRow(of.keyId, { request_id: 'broken', at: at(4), status: 500, code: 'internal_error' }),
    requestRow(of.keyId, { request_id: 'old', at: at(7 * 1_440 + 1) }),
    requestRow(of.requestingKeyId, { request_id: 'beside', at: at(1) }),
    // A caller repeats the id of another firm.
    ...Array.from({ length: 30 }, (_, n) =>
      requestRow(next.keyId, { request_id: 'same', at: at(n / 60), message: 'Of the next firm.' }),
    ),
  ])
  const error = { keyId: of.keyId, endpoint: 'GET /x', status: 403, code: 'grant_revoked' }
  await prisma.requestError.create({ data: { ...error, at: at(5), requestId: 'earlier' } })
})

async function listed(args: string) {
  const text = `{ requestLog(firmId: "${of.firmId}", keyId: "${of.keyId}"${args}) { totalCount nodes { requestId } } }`
  const { requestLog } = await dataOf(gateway, of.bearer.admin, text)
  expect(requestLog.totalCount).toBe(requestLog.nodes.length)
  return requestLog.nodes.map(({ requestId }: { requestId: string }) => requestId)
}

test('the log of a key takes filters, which may find nothing', async () => {
  const found = {
    'first: 50': ['same', 'lost', 'good', 'broken', 'earlier'],
    'outcome: ok': ['good'],
    'outcome: refused': ['lost', 'earlier'],
    'outcome: limited': ['same'],
    'outcome: failed': ['broken'],
    'code: "route_not_found"': ['lost'],
    'endpoint: "unknown"': ['lost'],
    'endpoint: "GET /api/v1/assets"': ['same', 'good', 'broken'],
    'since: "2026-06-10T11:58:00Z"': ['same', 'lost'],
    'until: "2026-06-10T11:57:00Z"': ['broken', 'earlier'],
    'search: "portfol"': ['lost'],
    'search: "category=ART"': ['same'],
    'search: "%"': [],
    'search: "oo"': ['good'],
    'code: "internal_error", outcome: ok': [],
    [`clientId: "${of.clientId}"`]: ['same', 'good'],
    [`search: "${of.clientId}"`]: ['same', 'good'],
    'clientId: "user_nobody"': [],
  }
  expect(await outcomesOf(found, (_, args) => listed(`, ${args}`))).toEqual(found)
})

const find = async (key: string, args = 'requestId: "same"') =>
  (await dataOf(gateway, key, `{ loggedRequests(${args}) { key { id firm { id } } } }`))
    .loggedRequests

test('one request id that two firms chose shows each its own request alone', async () => {
  const [own, ...more] = await find(of.bearer.member)
  expect([own.key, more]).toEqual([{ id: of.keyId, firm: { id: of.firmId } }, []])
  const others = await find(next.bearer.admin)
  expect(others).toHaveLength(20)
  const keyIds = others.map(({ key }: { key: { id: string } }) => key.id)
  expect(keyIds).toEqual(Array(20).fill(next.keyId))
  expect(await find(next.bearer.admin, `requestId: "same", keyId: "${of.keyId}"`)).toEqual([])
  for (const key of [of.bearer.client, of.bearer.outsider]) expect(await find(key)).toEqual([])
})

test('one request id is found by staff', async () => {
  const found = await find(of.bearer.staff, `requestId: "same", keyId: "${of.keyId}"`)
  expect(found).toHaveLength(1)
  const text = '{ staffSearch(text: "lost") { requests { requestId key { firm { id } } } } }'
  const { staffSearch } = await dataOf(gateway, of.bearer.staff, text)
  expect(staffSearch.requests).toEqual([{ requestId: 'lost', key: { firm: { id: of.firmId } } }])
})

test('one request id of the release before has what was stored of it', async () => {
  const text =
    '{ loggedRequests(requestId: "earlier") { method endpoint code milliseconds bytes cost parameters } }'
  expect((await dataOf(gateway, of.bearer.admin, text)).loggedRequests).toEqual([
    {
      ...{ method: 'GET', endpoint: 'GET /x', code: 'grant_revoked' },
      ...{ milliseconds: null, bytes: null, cost: null, parameters: [] },
    },
  ])
})

test('one request id of more than 7 days ago, or of none, is not found, and one that is none is explained', async () => {
  for (const id of ['old', createId('request')])
    expect(await find(of.bearer.admin, `requestId: "${id}"`)).toEqual([])
  for (const id of ['', 'a b', 'x'.repeat(65), "same' OR true --"]) {
    const text = `{ loggedRequests(requestId: ${JSON.stringify(id)}) { id } }`
    expect(await codeFor(gateway, of.bearer.admin, text), id).toBe('invalid_parameter')
  }
})

const day = NOON - (NOON % DAY_MS)
const count = (daysAgo: number, requests: number, endpoint = 'unknown') => ({
  ...{ keyId: of.keyId, day: new Date(day - daysAgo * DAY_MS), endpoint, code: 'route_not_found' },
  ...{ status: 404, requests, lastAt: at(daysAgo * 1_440), lastRequestId: `at ${daysAgo}` },
})
const same = { code: 'route_not_found', status: 404 }

test('the errors of a key are counted by code and endpoint, with a number for each day', async () => {
  const data = [count(0, 3), count(2, 5), count(3, 9), count(1, 2, 'GET /x')]
  await prisma.errorCount.createMany({ data })
  const { keyId } = of
  const text = `{ apiKey(id: "${keyId}") {
    errorGroups(days: 3) { endpoint code status daily lastAt lastRequestId } } }`
  const { apiKey } = await dataOf(gateway, of.bearer.member, text)
  const [today, yesterday] = [
    { lastAt: at(0).toISOString(), lastRequestId: 'at 0' },
    { lastAt: at(1_440).toISOString(), lastRequestId: 'at 1' },
  ]
  expect(apiKey.errorGroups).toEqual([
    { ...same, endpoint: 'unknown', daily: [5, 0, 3], ...today },
    { ...same, endpoint: 'GET /x', daily: [0, 2, 0], ...yesterday },
  ])
})

test('the errors of a key are explained where they cannot be read', async () => {
  const text = `{ apiKey(id: "${of.keyId}") { errorGroups(days: 91) { id } } }`
  expect(codeOf(await gateway.graphql(text, { key: of.bearer.admin }))).toBe('invalid_parameter')
})
