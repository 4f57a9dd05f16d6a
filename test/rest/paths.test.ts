import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { assets } from './records.ts'

const database = testDatabase()
const gateway = testGateway({ database })
// Unknown paths count against the address: each table of them has a gateway of its own.
const forRoutes = testGateway({ database })
const forMethods = testGateway({ database })
const reader = testReader(gateway, assets(1))

const query = () => `client_id=${reader.clientId}`

const HOSTILE = [
  ...words(`
    watch item_01ARZ3NDEKTSV4RRFFQ69G5FAV '%20OR%20'1'='1 ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV%27--
    ORY-WT-%25 %00 ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV%00 ..%2F..%2Fetc%2Fpasswd %2F%2F ..%5C..%5C
    a%0D%0ASet-Cookie:%20x=1 %20%20 %D7%90%E2%80%AE%F0%9F%92%8E __proto__ constructor $%7B7*7%7D
    %3Cscript%3E a%3Fclient_id=x * :id %2E
  `),
  'A'.repeat(10_000),
]
testTable(HOSTILE)('a registry id that is of no asset is not found', async (id) => {
  const ofAsset = ['', '/valuations', '/documents'].map((rest) => `assets/${id}${rest}?${query()}`)
  for (const path of [...ofAsset, `connections/${id}`]) {
    const reply = await gateway.request(`/api/v1/${path}`, reader)
    expect([reply.status, reply.json.error?.code]).toEqual([
      404,
      expect.stringMatching(/^(asset|route|record)_not_found$/),
    ])
    expect(reply.text.length).toBeLessThan(500)
  }
})

test('a registry id is case-sensitive', async () => {
  const status = async (id: string) =>
    (await gateway.request(`/api/v1/assets/${id}?client_id=${reader.clientId}`, reader)).status
  const { a0 = '' } = reader.ids
  expect(await status(a0)).toBe(200)
  expect(await status(a0.replace('ORY', '%4FRY'))).toBe(200)
  for (const other of [a0.toLowerCase(), ` ${a0}`, `${a0}%20`])
    expect(await status(other)).toBe(404)
})

testTable(
  words(`
    /api/v1/assets/ /api/v1/Assets /API/v1/assets /api/V1/assets /api/v2/assets /api/assets
    /assets /api/v1 /api/v1/ /api//v1/assets //api/v1/assets /api/v1/assets%2F
    /api/v1/assets.json /api/v1/portfolio /api/v1/portfolio/Summary /api/v1/portfolio/summary/
    /api/v1/assets/x/ /api/v1/assets/x/heirs /api/v1/assets/x/valuations/
    /api/v1/assets/x/Valuations /api/v1/assets/x/documents/1 /api/v1/keys /__proto__
    /api/v1/assets;a=1
  `),
)('an unknown path is not found', async (path) => {
  const reply = await forRoutes.request(`${path}?client_id=${reader.clientId}`, reader)
  expect([reply.status, reply.json.error.code]).toEqual([404, 'route_not_found'])
  expect(reply.headers.has('X-RateLimit-Limit')).toBe(true)
})

const paths = () => [
  '/api/v1/assets',
  `/api/v1/assets/${reader.ids.a0}`,
  `/api/v1/assets/${reader.ids.a0}/valuations`,
  `/api/v1/assets/${reader.ids.a0}/documents`,
  '/api/v1/portfolio/summary',
]
testTable(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  'a method that is not served is rejected, with those that are',
  async (method) => {
    for (const path of paths()) {
      const reply = await forMethods.request(`${path}?client_id=${reader.clientId}`, {
        key: reader.key,
        method,
      })
      expect([reply.status, reply.json.error?.code]).toEqual([405, 'method_not_allowed'])
      expect(reply.headers.get('Allow')).toBe('GET, HEAD')
      expect(reply.headers.has('X-RateLimit-Limit')).toBe(true)
    }
  },
)
