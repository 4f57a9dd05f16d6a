import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { importRecords, keyWith, readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const { database } = gateway
const WATCH = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches', market_value: '1' }
const first = testReader(gateway, [WATCH])

const paths = () =>
  [
    '/api/v1/assets',
    `/api/v1/assets/${first.ids.a}`,
    `/api/v1/assets/${first.ids.a}/valuations`,
    `/api/v1/assets/${first.ids.a}/documents`,
    '/api/v1/portfolio/summary',
  ].map((path) => `${path}?client_id=${first.clientId}`)

const get = (path: string, headers: Record<string, string> = {}, secret = first.key) =>
  gateway.request(path, { key: secret, headers })
const tagOf = async (path: string, secret = first.key) =>
  (await get(path, {}, secret)).headers.get('ETag') ?? ''

test('HEAD is GET without a body', async () => {
  for (const path of paths()) {
    const headers = { 'Accept-Encoding': 'identity' }
    const got = await get(path, headers)
    const head = await gateway.request(path, { key: first.key, method: 'HEAD', headers })
    expect([head.status, head.text]).toEqual([200, ''])
    const names = ['ETag', 'Content-Type', 'Link', 'Vary', 'Cache-Control', 'X-Service-Version']
    for (const name of names) expect(head.headers.get(name)).toBe(got.headers.get(name))
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(got.text)))
  }
})

test('an ETag is in every response, and does not change without a change of the data', async () => {
  for (const path of paths()) {
    const tag = await tagOf(path)
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/)
    expect(await tagOf(path)).toBe(tag)
  }
  expect(new Set(await Promise.all(paths().map((path) => tagOf(path)))).size).toBe(5)
})

testTable<[string, (tag: string) => string]>([
  ['itself, strong', (tag) => tag.replace('W/', '')],
  ['a list with it', (tag) => `"other", ${tag}, W/"more"`],
  ['a list without blanks', (tag) => `"other",${tag}`],
  ['anything', () => '*'],
])('an ETag in If-None-Match gives 304 and no body', async (_name, header) => {
  for (const path of paths()) {
    const tag = await tagOf(path)
    const reply = await get(path, { 'If-None-Match': header(tag) })
    expect([reply.status, reply.text, reply.headers.get('ETag')]).toEqual([304, '', tag])
    for (const name of ['X-Request-Id', 'X-RateLimit-Remaining', 'X-Service-Version', 'Vary'])
      expect(reply.headers.has(name)).toBe(true)
    expect(reply.headers.has('Content-Type')).toBe(false)
  }
})

test('an ETag in another form of If-None-Match gives the whole response', async () => {
  const [path = ''] = paths()
  const tag = await tagOf(path)
  const others = ['"other"', tag.replaceAll('"', ''), `${tag.slice(0, -4)}"`, '', '"a", "b"']
  for (const header of others)
    expect([header, (await get(path, { 'If-None-Match': header })).status]).toEqual([header, 200])
})

const ALL = [true, true, true, true, true]
const changed = async (change: () => Promise<unknown>, secret = first.key) => {
  const before = await Promise.all(paths().map((path) => tagOf(path, secret)))
  await change()
  const after = await Promise.all(paths().map((path) => tagOf(path, secret)))
  return before.map((tag, i) => tag !== after[i])
}

test('the ETag changes after a change of the data', async () => {
  const value = { value: '2', source: 'appraisal', valued_at: '2026-01-01' }
  const records = [
    { type: 'valuation', asset: 'a', ...value },
    { type: 'document', asset: 'a', ref: 'd', document_type: 'invoice', title: 'Invoice' },
  ]
  expect(await changed(() => importRecords(database, first.clientId, records))).toEqual(ALL)
})

test('the ETag changes after a change of the grant', async () => {
  const terms = [
    { expiresAt: new Date(Date.now() + 3_600_000) },
    { scopes: ['valuation', 'documentation', 'estate'] },
    { filter: { type: 'category', categories: ['watches'] } },
  ] as const
  const { secret, grantId } = await readerOf(database, first.clientId)
  for (const change of terms) {
    const update = () => updateGrant(operator(database.prisma), { grantId, ...change })
    expect(await changed(update, secret)).toEqual(ALL)
  }
})

test('the ETag changes for another key', async () => {
  const scopes = ['valuation', 'documentation'] as const
  const { secret } = await readerOf(database, first.clientId, { scopes })
  for (const path of paths()) {
    const mine = await tagOf(path)
    const reply = await get(path, { 'If-None-Match': mine }, secret)
    expect(reply.status).toBe(200)
    expect(reply.json.grant.scopes).toEqual(['registry', 'valuation', 'documentation'])
  }
})

test('an ETag gives no access: a key without a grant is rejected also with a valid ETag', async () => {
  const { secret } = await keyWith(database)
  for (const path of paths())
    for (const header of [await tagOf(path), '*']) {
      const reply = await get(path, { 'If-None-Match': header }, secret)
      expect([reply.status, reply.json.error.code]).toEqual([403, 'no_active_grant'])
      const anonymous = await gateway.request(path, { headers: { 'If-None-Match': header } })
      expect(anonymous.status).toBe(401)
    }
})
