import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import type { Scope } from '../../src/access/scopes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { coin } from './records.ts'
import { read, textsOf, titlesOf } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

const START = [
  { type: 'collection', ref: 'v', name: 'Vault' },
  coin('a', { collections: ['v'], market_value: '5' }),
  coin('w', { category: 'watches', market_value: '7' }),
  { type: 'valuation', asset: 'a', value: '1', source: 'purchase', valued_at: '2020-01-01' },
  { type: 'document', asset: 'a', ref: 'd', document_type: 'invoice', title: 'Invoice' },
]

/** A portfolio with one grant, and all that the grant can read of it as text. */
async function granted(scopes: readonly Scope[], filterOf: (vault: string) => AssetFilter) {
  const clientId = await clientWith(database, START)
  const { id: vault } = await database.prisma.collection.findFirstOrThrow({ where: { clientId } })
  const { secret } = await readerOf(database, clientId, { scopes, filter: filterOf(vault) })
  const path = `/api/v1/assets?client_id=${clientId}`
  const ids = await registryIds(database, clientId)
  const { as_of } = (await read(gateway, path, secret)).sync
  const urls = [
    path,
    `${path}&updated_since=${as_of}`,
    `${path}&page_size=1`,
    `/api/v1/assets/${ids.a}?client_id=${clientId}`,
    `/api/v1/portfolio/summary?client_id=${clientId}`,
  ]
  const everything = () => textsOf(gateway, urls, secret)
  return { clientId, path, secret, everything }
}

const all = (): AssetFilter => ({ type: 'all' })
const coins = (): AssetFilter => ({ type: 'category', categories: ['coins'] })
const inVault = (collectionId: string): AssetFilter => ({ type: 'collection', collectionId })
const valued = { market_value: '6' }
const watch = (members: object) => coin('w', { category: 'watches', market_value: '7', ...members })
const purchase = { asset: 'a', source: 'purchase', valued_at: '2020-01-01' }
const photo = { asset: 'a', ref: 'd', document_type: 'photo', title: 'T' }

testTable<[string, readonly Scope[], (vault: string) => AssetFilter, Record<string, unknown>]>([
  ['a valuation less', ['documentation'], all, { type: 'valuation_removal', ...purchase }],
  ['a document less', ['valuation'], all, { type: 'document_removal', ref: 'd' }],
  ['a value, without its scope', ['registry'], all, coin('a', { collections: ['v'], ...valued })],
  ['a description', ['valuation'], all, watch({ description: 'D' })],
  ['a private member', ['detail'], all, watch({ internal_notes: 'N' })],
  ['an asset outside the filter', ['valuation'], coins, watch({ market_value: '8' })],
  ['the removal of one outside the filter', ['registry'], coins, { type: 'removal', asset: 'w' }],
  ['a new asset outside the filter', ['registry'], coins, coin('n', { category: 'art' })],
  ['an asset that moves outside the filter', ['registry'], coins, watch({ category: 'art' })],
  ['a value outside the collection', ['valuation'], inVault, coin('w', { category: 'watches' })],
  ['a document', ['estate'], all, { type: 'document', ...photo }],
  ['the name', ['registry'], inVault, { type: 'collection', ref: 'v', name: 'Safe' }],
])(
  'what a grant may not see changes no byte of any response',
  async (_, scopes, filterOf, record) => {
    const { clientId, everything } = await granted(scopes, filterOf)
    const before = await everything()
    await importRecords(database, clientId, [record])
    expect(await everything()).toEqual(before)
  },
)

test('what a grant may not see changes no byte of any response, and what it may see changes them', async () => {
  const { clientId, everything } = await granted(['valuation'], all)
  const before = await everything()
  await importRecords(database, clientId, [coin('a', { collections: ['v'], ...valued })])
  const after = await everything()
  for (const [i, text] of after.entries()) expect(text).not.toBe(before[i])
})

test('a change that only the filter shows: joining the collection of the grant is in the delta without the scope of collections', async () => {
  const { clientId, path, secret } = await granted(['registry'], inVault)
  const { as_of } = (await read(gateway, path, secret)).sync
  const joined = coin('w', { category: 'watches', market_value: '7', collections: ['v'] })
  await importRecords(database, clientId, [joined])
  const delta = await read(gateway, `${path}&updated_since=${as_of}`, secret)
  expect(titlesOf(delta)).toEqual(['w'])
  expect(delta.sync.as_of).toBe(delta.data[0].updated_at)
})

test('a change that only the filter shows: leaving a range of values is in the delta of that range', async () => {
  const { clientId, path, secret } = await granted(['valuation'], all)
  const range = `${path}&min_value=5&max_value=5`
  const { as_of } = (await read(gateway, range, secret)).sync
  await importRecords(database, clientId, [coin('a', { collections: ['v'], ...valued })])
  const { data, sync } = await read(gateway, `${range}&updated_since=${as_of}`, secret)
  expect([data, sync.removed.length]).toEqual([[], 1])
})

test('the digest is the SHA-256 of the ids and times of the visible assets', async () => {
  for (const [scopes, filterOf] of [
    [['registry'], all],
    [['valuation', 'estate'], coins],
    [['registry'], inVault],
  ] as const) {
    const { clientId, path, secret } = await granted(scopes, filterOf)
    await importRecords(database, clientId, [coin('z', { collections: ['v'] })])
    const { data } = await read(gateway, path, secret)
    const lines = data.map(
      (each: { registry_id: string; updated_at: string }) =>
        `${each.registry_id} ${each.updated_at}\n`,
    )
    const summary = await read(gateway, `/api/v1/portfolio/summary?client_id=${clientId}`, secret)
    expect(summary.data.digest).toBe(createHash('sha256').update(lines.join('')).digest('hex'))
  }
})
