import { expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'
import { coin } from './records.ts'
import { read, titlesOf, walkByLinks, walkByNumber } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

const removal = (ref: string) => ({ type: 'removal', asset: ref })

async function portfolio() {
  const clientId = await clientWith(database, [
    { type: 'collection', ref: 'v', name: 'Vault' },
    { type: 'collection', ref: 'x', name: 'Other' },
    coin('a', { collections: ['v'], market_value: '5' }),
    coin('b', { collections: ['v', 'x'] }),
    coin('c'),
    coin('w', { category: 'watches', collections: ['x'] }),
  ])
  const ids = await registryIds(database, clientId)
  const [vault] = await database.prisma.collection.findMany({ where: { clientId, ref: 'v' } })
  const filters = {
    all: { type: 'all' },
    coins: { type: 'category', categories: ['coins'] },
    some: { type: 'items', registryIds: [ids.a ?? '', ids.w ?? ''] },
    vault: { type: 'collection', collectionId: vault?.id ?? '' },
    none: { type: 'items', registryIds: [] },
  } as const satisfies Record<string, AssetFilter>
  const path = `/api/v1/assets?client_id=${clientId}`
  const keys: Record<string, string> = {}
  for (const [name, filter] of Object.entries(filters))
    keys[name] = (await readerOf(database, clientId, { filter })).secret
  const starts: Record<string, string> = {}
  for (const [name, key] of Object.entries(keys))
    starts[name] = (await read(gateway, path, key)).sync.as_of
  /** The delta that a grant shows since its own start, or since an instant. */
  const sync = async (filter: string, since = starts[filter]) => {
    const body = await read(gateway, `${path}&updated_since=${since}`, keys[filter] ?? '')
    expect(body.sync).toMatchObject({ mode: 'delta', complete: true })
    const refOf = (registryId: string) =>
      Object.keys(ids).find((ref) => ids[ref] === registryId) ?? registryId
    expect(body.pagination.total_count).toBe(body.data.length + body.sync.removed.length)
    return {
      changed: titlesOf(body).sort(),
      removed: body.sync.removed
        .map((each: { registry_id: string }) => refOf(each.registry_id))
        .sort(),
      body,
    }
  }
  const key = keys.all ?? ''
  const start = starts.all ?? ''
  return { clientId, ids, path, key, start, sync }
}

const ART = { category: 'art' }
const IN_VAULT = { collections: ['v'] }

// For each filter of a grant: what has changed (+) and what was removed (-).
test.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['one that was deleted', removal('a'), { all: '-a', coins: '-a', vault: '-a', none: '' }],
  ['one that was never seen', removal('c'), { coins: '-c', some: '', vault: '' }],
  ['one of another category', removal('w'), { coins: '', some: '-w' }],
  ['one of a new category', coin('a', { ...ART, ...IN_VAULT }), { coins: '-a', some: '+a' }],
  ['one that came into the category', coin('w', { collections: ['x'] }), { coins: '+w' }],
  ['one that left its collection', coin('a', { market_value: '5' }), { coins: '+a', vault: '-a' }],
  ['one that left another collection', coin('b', IN_VAULT), { all: '+b', vault: '+b' }],
  ['one that came into the collection', coin('c', IN_VAULT), { vault: '+c' }],
  ['one that left both at once', coin('a', ART), { all: '+a', coins: '-a', vault: '-a' }],
])('readers who could see it learn of %s, and no others', async (_name, change, expected) => {
  const { clientId, sync } = await portfolio()
  await importRecords(database, clientId, [change])
  for (const [name, seen] of Object.entries(expected)) {
    const { changed, removed } = await sync(name)
    const marked = [
      ...changed.map((ref: string) => `+${ref}`),
      ...removed.map((ref: string) => `-${ref}`),
    ]
    expect([name, marked.join()]).toEqual([name, seen])
  }
})

test('a removed asset is not reported after it came back', async () => {
  const { clientId, sync } = await portfolio()
  await importRecords(database, clientId, [coin('a')])
  await importRecords(database, clientId, [coin('a', { collections: ['v'] })])
  const { changed, removed } = await sync('vault')
  expect([changed, removed]).toEqual([['a'], []])
})

test('a removed asset is reported once if it was removed more than once', async () => {
  const { clientId, sync } = await portfolio()
  await importRecords(database, clientId, [coin('a', { category: 'art' })])
  await importRecords(database, clientId, [coin('a')])
  await importRecords(database, clientId, [removal('a')])
  const { changed, removed } = await sync('coins')
  expect([changed, removed]).toEqual([[], ['a']])
})

test('a removed asset is reported with its instant, and not after that instant', async () => {
  const { clientId, ids, sync } = await portfolio()
  await importRecords(database, clientId, [removal('a')])
  const { body } = await sync('all')
  expect(body.sync.removed).toStrictEqual([{ registry_id: ids.a, removed_at: body.sync.as_of }])
  expect((await sync('all', body.sync.as_of)).removed).toEqual([])
})

test('a removed asset is filtered like the list', async () => {
  const { clientId, path, key, start } = await portfolio()
  await importRecords(database, clientId, [removal('a'), removal('w')])
  const since = `${path}&updated_since=${start}`
  const count = async (query: string) =>
    (await read(gateway, since + query, key)).sync.removed.length
  expect(await count('')).toBe(2)
  expect(await count('&category=coins')).toBe(1)
  expect(await count('&category=art')).toBe(0)
  expect(await count('&min_value=5')).toBe(1)
  expect(await count('&min_value=5.01')).toBe(0)
})

test.each([
  1, 2, 3, 100,
])('changed and removed assets fill the pages together, %i at a time', async (size) => {
  const { clientId, path, key, start } = await portfolio()
  await importRecords(database, clientId, [coin('c', { description: 'new' }), removal('a')])
  await importRecords(database, clientId, [coin('d'), removal('b')])
  await importRecords(database, clientId, [coin('w', { category: 'watches', notes: 'new' })])
  for (const walk of [walkByLinks, walkByNumber]) {
    const pages = await walk(gateway, `${path}&updated_since=${start}&page_size=${size}`, key)
    const sizes = pages.map(({ data, sync }) => data.length + sync.removed.length)
    expect(sizes).toEqual(pages.map((_, i) => Math.min(size, 5 - i * size)))
    expect(pages.map(({ pagination }) => pagination.total_count)).toEqual(pages.map(() => 5))
    expect(pages.flatMap(titlesOf)).toEqual(['c', 'd', 'w'])
    expect(pages.flatMap(({ sync }) => sync.removed)).toHaveLength(2)
  }
})
