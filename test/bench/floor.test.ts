import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFloor } from '../../bench/floor/app.ts'
import { FILE } from '../importer/full-file.ts'
import { SECRET, testGateway, VERSION } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, registryIds } from '../support/portfolio.ts'

// The benchmark compares the speed of both, so both must do the same work.
const gateway = testGateway()
let floor: Server
let client: string
let key: string
let asset: string

beforeAll(async () => {
  const { database, serving } = gateway
  client = await clientWith(database, [...FILE, ...TITLES.map(toAsset)])
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, client)
  asset = (await registryIds(database, client)).a1 ?? ''
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

async function bothBodies(path: string): Promise<readonly [unknown, unknown]> {
  const { port } = floor.address() as AddressInfo
  const headers = { Authorization: `Bearer ${key}`, 'X-Service-Version': VERSION }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const { status, text } = await gateway.request(path, { key })
  return [
    { status: response.status, text: await response.text() },
    { status, text },
  ]
}

test.each([
  ['a page', () => `/api/v1/assets?client_id=${client}&page_size=2`],
  ['a page by number', () => `/api/v1/assets?client_id=${client}&page_size=2&page=2`],
  ['a page of a value range', () => `/api/v1/assets?client_id=${client}&min_value=1000`],
  ['one asset', () => `/api/v1/assets/${asset}?client_id=${client}`],
  ['valuations', () => `/api/v1/assets/${asset}/valuations?client_id=${client}&page_size=1`],
  ['documents', () => `/api/v1/assets/${asset}/documents?client_id=${client}`],
  ['the summary', () => `/api/v1/portfolio/summary?client_id=${client}`],
])('the floor answers with the same bytes as the gateway: %s', async (_what, path) => {
  const [ours, theirs] = await bothBodies(path())
  expect(ours).toEqual(theirs)
  expect(ours).toHaveProperty('status', 200)
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
  for (const path of [json.links.next, delta, changes.links.next]) {
    const [ours, theirs] = await bothBodies(path)
    expect(ours).toEqual(theirs)
    expect(ours).toHaveProperty('status', 200)
  }
})
