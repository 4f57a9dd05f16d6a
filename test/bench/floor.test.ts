import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFloor } from '../../bench/floor/app.ts'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import type { Scope } from '../../src/access/scopes.ts'
import { FILE } from '../importer/full-file.ts'
import { SECRET, testGateway, VERSION } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, registryIds } from '../support/portfolio.ts'

// The benchmark compares the speed of both, so both must do the same work.
const gateway = testGateway()
let floor: Server
let client: string
let key: string
let asset: string
/** An asset with neither valuations nor documents. */
let other: string

beforeAll(async () => {
  const { database, serving } = gateway
  client = await clientWith(database, [...FILE, ...TITLES.map(toAsset)])
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, client)
  const ids = await registryIds(database, client)
  asset = ids.a1 ?? ''
  other = ids.Vase ?? ''
  const app = createFloor(serving.pool, SECRET, pino({ level: 'silent' }))
  floor = app.listen(0, '127.0.0.1')
  await once(floor, 'listening')
})

afterAll(() => {
  floor.closeAllConnections()
  floor.close()
})

const TITLES = ['Vase', 'Bowl', 'Clock', 'Chair']
const toAsset = (title: string) => ({ type: 'asset', ref: title, title, category: 'OT' })

async function expectSame(path: string, bearer = key): Promise<void> {
  const { port } = floor.address() as AddressInfo
  const headers = { Authorization: `Bearer ${bearer}`, 'X-Service-Version': VERSION }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const { status, text } = await gateway.request(path, { key: bearer })
  expect([response.status, await response.text()]).toEqual([status, text])
  expect(status).toBe(200)
}

test.each([
  ['a page', () => `/api/v1/assets?client_id=${client}&page_size=2`],
  ['a page by number', () => `/api/v1/assets?client_id=${client}&page_size=2&page=2`],
  ['a page of a value range', () => `/api/v1/assets?client_id=${client}&min_value=1000`],
  ['one asset', () => `/api/v1/assets/${asset}?client_id=${client}`],
  ['valuations', () => `/api/v1/assets/${asset}/valuations?client_id=${client}&page_size=1`],
  [
    'valuations of a source, since an instant',
    () =>
      `/api/v1/assets/${asset}/valuations?client_id=${client}&source=appraisal&since=2022-01-01T00:00:00Z`,
  ],
  ['no valuations', () => `/api/v1/assets/${other}/valuations?client_id=${client}`],
  ['no documents', () => `/api/v1/assets/${other}/documents?client_id=${client}`],
  ['documents', () => `/api/v1/assets/${asset}/documents?client_id=${client}`],
  ['the summary', () => `/api/v1/portfolio/summary?client_id=${client}`],
])('the floor answers with the same bytes as the gateway: %s', async (_what, path) => {
  await expectSame(path())
})

test('the floor accepts the cursors of the gateway, in the list and in a delta', async () => {
  const list = `/api/v1/assets?client_id=${client}&page_size=3`
  const { json } = await gateway.request(list, { key })
  const { json: last } = await gateway.request(json.links.next, { key })
  expect(last.sync.as_of).not.toBeNull()
  await importRecords(
    gateway.database,
    client,
    TITLES.map((title) => ({ ...toAsset(title), title: `${title}, mended` })),
  )
  const delta = `${list}&updated_since=${last.sync.as_of}`
  const { json: changes } = await gateway.request(delta, { key })
  for (const path of [json.links.next, delta, changes.links.next, `${delta}&page=2`])
    await expectSame(path)
})

test('the floor continues a history by the cursor of the gateway', async () => {
  const history = `/api/v1/assets/${asset}/valuations?client_id=${client}&page_size=1`
  await importRecords(gateway.database, client, [
    { ...VALUATION, value: '1200', valued_at: '2024-05-05' },
    { ...VALUATION, value: '1300', valued_at: '2025-05-05' },
  ])
  const { json } = await gateway.request(history, { key })
  await expectSame(json.links.next)
})

const VALUATION = { type: 'valuation', asset: 'a1', source: 'appraisal' }

// Scopes and filter change the text of each statement; two of the grants have the same scopes.
test.each<[string, Scope[], (collection: string) => AssetFilter]>([
  ['a category', ['registry', 'valuation'], () => ({ type: 'category', categories: ['other'] })],
  ['a collection', ['registry', 'estate'], (id) => ({ type: 'collection', collectionId: id })],
  [
    'some assets',
    ['registry', 'valuation'],
    () => ({ type: 'items', registryIds: [asset, other] }),
  ],
])('the floor shows as much as the gateway through a grant of %s', async (_what, scopes, filter) => {
  const { database } = gateway
  const { id: collection } = await database.prisma.collection.findFirstOrThrow({
    where: { clientId: client, ref: 'c1' },
  })
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, client, { scopes, filter: filter(collection) })
  const list = `/api/v1/assets?client_id=${client}`
  const { json } = await gateway.request(list, { key: secret })
  expect(json.data).not.toEqual([])
  const [{ registry_id }] = json.data
  const one = `/api/v1/assets/${registry_id}?client_id=${client}`
  const summary = `/api/v1/portfolio/summary?client_id=${client}`
  const delta = `${list}&updated_since=${json.sync.as_of}`
  for (const path of [list, one, summary, delta]) await expectSame(path, secret)
})
