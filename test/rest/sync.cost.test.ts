import { beforeAll, expect, inject, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { isCluster } from '../support/cluster.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { coin } from './records.ts'
import { touchedBy, touchedDuring } from './touched.ts'
import { read } from './walk.ts'

// The cost of a page is counted in pages of the database that its statements touch, not in time.
const ASSETS = 2_000
const REMOVED_OF_TEN = 5
const PAGE = 50
const MIDDLE = Math.floor(ASSETS / PAGE / 2)

const gateway = testGateway({ config: { cacheMb: 0 } })
const { database } = gateway
const recordOf = (n: number, market_value: string) =>
  coin(`a${n}`, {
    market_value,
    description: market_value,
    collections: ['c'],
    heirs: [{ name: 'Heir', share_percent: '100' }],
    verification: { scans: [{ scanned_at: '2025-01-01T00:00:00Z', method: 'nfc', result: 'ok' }] },
  })
let clientId = ''

beforeAll(async () => {
  const numbers = Array.from({ length: ASSETS }, (_, n) => n)
  const assets = numbers.map((n) => recordOf(n, '5'))
  clientId = await clientWith(database, [{ type: 'collection', ref: 'c', name: 'All' }, ...assets])
})

/** The costs of the first page, one in the middle and the last one, found by the links of the pages before. */
async function costs(list: string, key: string, last: number) {
  const before = async (page: number) =>
    (await read(gateway, `${list}&page=${page - 1}`, key)).links.next
  const second = (await read(gateway, list, key)).links.next
  return {
    first: await touchedBy(gateway, list, key),
    second: await touchedBy(gateway, second, key),
    middle: await touchedBy(gateway, await before(MIDDLE), key),
    last: await touchedBy(gateway, await before(last), key),
  }
}

// At most so many times the cost of a page of the whole list. Each time of several scopes is looked up in an index of its own.
const SETS: readonly (readonly [string, readonly Scope[], number])[] = [
  ['all scopes', SCOPES, 2],
  ['registry', ['registry'], 2],
  ['some scopes', ['registry', 'valuation', 'detail'], 2.5],
  ['estate', ['registry', 'estate'], 2.5],
]

// The plan on the coordinator of a cluster does not say what the nodes touch.
test.skipIf(isCluster(inject('server')))(
  'a page of a delta costs the same wherever it is, and not much more than one of the whole list',
  async () => {
    const list = `/api/v1/assets?client_id=${clientId}&page_size=${PAGE}`
    const readers: { name: string; since: string; secret: string; factor: number }[] = []
    for (const [name, scopes, factor] of SETS) {
      const { secret } = await readerOf(database, clientId, { scopes })
      // A list of its own, without entries: its only page gives where a delta begins.
      const { as_of } = (await read(gateway, `${list}&category=other`, secret)).sync
      readers.push({ name, since: `${list}&updated_since=${as_of}`, secret, factor })
    }
    const numbers = Array.from({ length: ASSETS }, (_, n) => n)
    await importRecords(
      database,
      clientId,
      numbers.map((n) =>
        n % 10 === REMOVED_OF_TEN
          ? { type: 'removal', asset: `a${n}` }
          : { ...recordOf(n, '6'), title: 'New' },
      ),
    )
    await database.pool.query('VACUUM ANALYZE')
    for (const { name, since, secret, factor } of readers) {
      const full = await costs(list, secret, (ASSETS * 0.9) / PAGE)
      const delta = await costs(since, secret, ASSETS / PAGE)
      const most = factor * full.middle
      const later = Math.max(delta.second, delta.middle, delta.last)
      expect.soft(later, JSON.stringify({ name, full, delta })).toBeLessThanOrEqual(most)
      expect.soft(delta.middle, name).toBeLessThanOrEqual(delta.first)
    }
  },
)

const NEWEST = 'orderBy: { field: updated_at, direction: desc }'
// The most pages that each may touch. A search reads the whole index of titles.
const LISTS = [
  ['registry, valuation, documentation', NEWEST, 25],
  ['registry', NEWEST, 20],
  ['all', NEWEST, 20],
  ['all', 'orderBy: { field: updated_at }', 20],
  ['all', 'orderBy: { field: title }, filter: { category: coins }', 20],
  ['all', 'orderBy: { field: market_value }', 20],
  ['all', 'filter: { minValue: "7" }', 20],
  ['all', 'filter: { maxValue: "4" }', 20],
  ['all', 'filter: { search: "Nothing has this", category: coins, minValue: "1" }', 80],
] as const

// The rows of 2,000 assets are in some hundreds of pages.
test.skipIf(isCluster(inject('server')))(
  'a list in an order, and one that finds nothing, touch no rows but those that they show',
  async () => {
    await database.pool.query('VACUUM ANALYZE')
    for (const [names, args, most] of LISTS) {
      const scopes = SCOPES.filter((scope) => names === 'all' || names.split(', ').includes(scope))
      const { secret } = await readerOf(database, clientId, { scopes })
      const list = `{ portfolio(clientId: "${clientId}") { assets(first: 1, ${args}) { nodes { id } } } }`
      const touched = await touchedDuring(gateway, () => gateway.graphql(list, { key: secret }))
      expect.soft(touched, `${names}: ${args}`).toBeLessThan(most)
    }
  },
)
