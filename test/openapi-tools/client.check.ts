import { beforeAll, expect, test } from 'vitest'
import { WATCH } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { createPartner, createPlantStore, describeDetail } from './client/sample-client.ts'

const gateway = testGateway()
const { database } = gateway
let owner = ''
let key = ''

beforeAll(async () => {
  const bar = {
    type: 'asset',
    ref: 'bar',
    title: 'Bar',
    category: 'precious_metals',
    category_detail: { metal: 'gold', gross_weight_g: '31.103476' },
  }
  const bare = ['b', 'c', 'd'].map((ref) => ({ type: 'asset', ref, title: ref, category: 'other' }))
  owner = await clientWith(database, [...WATCH, bar, ...bare])
  const made = await keyWith(database)
  key = made.secret
  await grantWith(database, made.id, owner)
})

test('a generated client finds its clients, walks a list, and tells categories apart', async () => {
  const partner = createPartner(gateway.url(), key)
  const clientId = await partner.firstClient()
  const { assets, asOf } = await partner.mirror(clientId)
  expect([clientId, assets.length, asOf]).toEqual([owner, 5, expect.stringMatching(/Z$/)])
  const details = assets.map(
    ({ category_detail }) => category_detail && describeDetail(category_detail),
  )
  expect(details.sort()).toEqual(['31.103476 g of gold', 'Maker, 1968', 'other', 'other', 'other'])
  expect(await partner.rejection('ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV', clientId)).toBe(
    'asset_not_found',
  )
})

test('a generated client keeps every digit of a plant’s id', async () => {
  const store = createPlantStore(gateway.url(), await tokenOf(database, owner))
  const ids = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, 0n]
  for (const id of ids) expect(await store.create(id, 'Fern')).toBeNull()
  const stored = await database.prisma.plant.findMany({ orderBy: { id: 'asc' } })
  expect(stored.map(({ id }) => id)).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)))
  expect(await store.create(2n ** 53n + 1n, 'Fern')).toBe('plant_exists')
  for (const id of ids) expect(await store.remove(id)).toBeNull()
  expect(await store.remove(0n)).toBe('plant_not_found')
})
