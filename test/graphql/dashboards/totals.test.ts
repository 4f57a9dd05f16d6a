import { beforeAll, describe, expect, test, vi } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import {
  grantWith,
  importRecords,
  keyWith,
  type Records,
  readerOf,
} from '../../support/portfolio.ts'
import { codeOf, someone } from '../portal/fixtures.ts'

const gateway = testGateway()
const { database } = gateway

const asset = (ref: string, category: string, value?: string) => {
  return { type: 'asset', ref, title: ref, category, ...(value && { market_value: value }) }
}
const INVOICE = { type: 'document', asset: 'b', ref: 'd', document_type: 'invoice', title: 'I' }

async function clientIn(currency: string, records: Records) {
  const { id } = await createClient(operator(database.prisma), { ...someone('Ada Hale'), currency })
  await importRecords(database, id, records)
  return id
}

const TOTALS = `portfolioCount assetCount valuedPortfolioCount valuedAssetCount totalValue`
const QUERY = `query ($first: Int, $after: String) { portfolioTotals(first: $first, after: $after) {
  portfolioCount completenessScore hasMore nextCursor
  currencies { currency ${TOTALS} categories { category ${TOTALS} } } } }`

const ask = (key: string, variables: Record<string, unknown> = {}) =>
  gateway.graphql(QUERY, { key, variables })

let secret = ''
let clients: string[] = []

beforeAll(async () => {
  const first = await clientIn('USD', [asset('a', 'art', '0.1'), asset('b', 'coins'), INVOICE])
  const long = asset('a', 'art', '123456789012345678.1234')
  const second = await clientIn('USD', [long, asset('w', 'watches', '7')])
  const third = await clientIn('CHF', [asset('a', 'art', '0.2'), asset('b', 'art')])
  const hidden = await clientIn('CHF', [asset('a', 'art', '1000')])
  clients = [first, second, third, hidden]
  const key = await keyWith(database)
  secret = key.secret
  await grantWith(database, key.id, first)
  const filter = { type: 'category', categories: ['art'] } as const
  await grantWith(database, key.id, second, { filter })
  await grantWith(database, key.id, third)
  await grantWith(database, key.id, hidden, { scopes: ['registry'] })
})

const totals = (
  ...[portfolios, assets, shown, valued, value]: readonly (number | string | null)[]
) => ({
  portfolioCount: portfolios,
  assetCount: assets,
  valuedPortfolioCount: shown,
  valuedAssetCount: valued,
  totalValue: value,
})

describe('the totals over all portfolios', () => {
  test('are within each grant, by currency and category, and exact', async () => {
    const { json } = await ask(secret)
    expect(json.errors).toBeUndefined()
    expect(json.extensions).toEqual({ cost: 10 })
    await gateway.usage.flush()
    expect(await database.prisma.grantUsage.count()).toBe(4)
    expect(json.data.portfolioTotals).toEqual({
      portfolioCount: 4,
      // An invoice is one of 3 recommended for coins. Of art 6 are recommended for each of 4 shown assets.
      completenessScore: Math.floor(100 / 27),
      hasMore: false,
      nextCursor: null,
      currencies: [
        {
          currency: 'CHF',
          ...totals(2, 3, 1, 1, '0.20'),
          categories: [{ category: 'art', ...totals(2, 3, 1, 1, '0.20') }],
        },
        {
          currency: 'USD',
          ...totals(2, 3, 2, 2, '123456789012345678.2234'),
          categories: [
            { category: 'art', ...totals(2, 2, 2, 2, '123456789012345678.2234') },
            { category: 'coins', ...totals(1, 1, 1, 0, '0.00') },
          ],
        },
      ],
    })
  })

  test('in parts have each portfolio once', async () => {
    const assets = []
    let after: string | null = null
    do {
      const { json } = await ask(secret, { first: 1, after })
      const { portfolioTotals } = json.data
      expect(portfolioTotals.portfolioCount).toBe(1)
      assets.push(portfolioTotals.currencies[0].assetCount)
      after = portfolioTotals.nextCursor
      expect(portfolioTotals.hasMore).toBe(after !== null)
    } while (after !== null)
    expect(assets.sort()).toEqual([1, 1, 2, 2])
  })

  test('of what no portfolio shows are withheld', async () => {
    const registry = await readerOf(database, clients[0] ?? '', { scopes: ['registry'] })
    const { json } = await ask(registry.secret)
    const hidden = { valuedPortfolioCount: 0, valuedAssetCount: null, totalValue: null }
    expect(json.data.portfolioTotals).toMatchObject({
      completenessScore: null,
      currencies: [{ assetCount: 2, ...hidden }],
    })
    const withheld = json.extensions.withheld.map(({ path }: { path: string[] }) => path.join('.'))
    const currencies = ['', 'categories.0.', 'categories.1.'].flatMap((of) => [
      `portfolioTotals.currencies.0.${of}totalValue`,
      `portfolioTotals.currencies.0.${of}valuedAssetCount`,
    ])
    expect(withheld.sort()).toEqual(['portfolioTotals.completenessScore', ...currencies].sort())
  })

  test('are refused for a wrong page, and for a cursor of another key', async () => {
    const other = await keyWith(database)
    for (const client of clients.slice(0, 2)) await grantWith(database, other.id, client)
    const { nextCursor } = (await ask(other.secret, { first: 1 })).json.data.portfolioTotals
    for (const page of [{ after: nextCursor }, { after: 'x' }, { first: 0 }])
      expect(codeOf(await ask(secret, page))).toBe('invalid_parameter')
    expect(codeOf(await ask(secret, { first: 1001 }))).toBe('document_too_costly')
  })
})

const CLIENTS = 1_001
const ID = "lpad(n::text, 26, '0')"
const EACH = 'FROM generate_series(1, $1::int) n'
const AT = "timestamptz '2026-01-01'"

// Client n has one asset, of the value n, with a document that expires n days after the beginning of 2030.
const FILL = [
  `INSERT INTO users (id, name, email) SELECT 'user_' || ${ID}, 'Ada Hale', n || '@example.com' ${EACH}`,
  `INSERT INTO portfolios (client_id, environment, currency, data_version, feed_version, changed_at, created_at)
   SELECT 'user_' || ${ID}, 'production', 'USD', 1, 1, ${AT}, ${AT} ${EACH}`,
  `INSERT INTO assets (client_id, registry_id, id, ref, title, category, market_value, document_count, document_types,
     created_at, updated_at, registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at,
     verification_at)
   SELECT 'user_' || ${ID}, 'ORY-WT-' || ${ID}, 'item_' || ${ID}, 'a', 'Watch', 'watches', n, 1, '{invoice}',
     ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT} ${EACH}`,
  `INSERT INTO documents (client_id, id, registry_id, ref, type, title, expires_on)
   SELECT 'user_' || ${ID}, 'doc_' || ${ID}, 'ORY-WT-' || ${ID}, 'd', 'invoice', 'Invoice ' || n, date '2030-01-01' + n ${EACH}`,
]

const GRANTS = `
  INSERT INTO grants (client_id, id, key_id, environment, scopes, filter_type, filter_values, created_at, updated_at)
  SELECT 'user_' || ${ID}, 'grant_' || $2 || ${ID}, $2, 'production', '{registry,valuation,documentation}', 'all', '{}', ${AT}, ${AT} ${EACH}`

let many = ''
let fewer = ''

// No importer writes these rows, so their change times are not checked.
beforeAll(async () => {
  const [keyOfMany, keyOfFewer] = [await keyWith(database), await keyWith(database)]
  many = keyOfMany.secret
  fewer = keyOfFewer.secret
  const client = await database.pool.connect()
  await client.query("BEGIN; SET LOCAL change_log.off = 'on'")
  for (const statement of FILL) await client.query(statement, [CLIENTS])
  await client.query(GRANTS, [CLIENTS, keyOfMany.id])
  await client.query(GRANTS, [250, keyOfFewer.id])
  await client.query('COMMIT')
  client.release()
})

const totalsOf = (key: string, args = '') =>
  gateway.graphql(
    `{ portfolioTotals${args} { portfolioCount hasMore nextCursor currencies { assetCount totalValue } } }`,
    { key },
  )

const sumTo = (n: number) => (n * (n + 1)) / 2

describe('of more portfolios than one page of grants', () => {
  test('totals are of all, in one statement for each page', async () => {
    const query = vi.spyOn(gateway.serving.pool, 'query')
    const { json } = await totalsOf(fewer)
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement))
    vi.restoreAllMocks()
    expect(texts.filter((text) => text.includes('FROM assets'))).toHaveLength(3)
    expect(json.data.portfolioTotals).toEqual({
      portfolioCount: 250,
      hasMore: false,
      nextCursor: null,
      currencies: [{ assetCount: 250, totalValue: `${sumTo(250)}.00` }],
    })
  })

  test('expiring documents are merged from all', async () => {
    const list = 'expiringDocuments(first: 3, expiresFrom: "2030-08-30") { nodes { title } }'
    const { json } = await gateway.graphql(`{ ${list} }`, { key: fewer })
    const titles = json.data.expiringDocuments.nodes.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Invoice 241', 'Invoice 242', 'Invoice 243'])
  })
})

describe('of more than a thousand portfolios', () => {
  test('totals come in parts, and the parts are all', async () => {
    const first = (await totalsOf(many)).json.data.portfolioTotals
    expect(first).toMatchObject({ portfolioCount: 1_000, hasMore: true })
    const rest = (await totalsOf(many, `(after: "${first.nextCursor}")`)).json.data.portfolioTotals
    expect(rest).toMatchObject({ portfolioCount: 1, hasMore: false })
    const values = [first, rest].map(({ currencies: [{ totalValue }] }) => Number(totalValue))
    expect(values[0] ?? 0).toBe(sumTo(CLIENTS) - (values[1] ?? 0))
  })

  test('expiring documents are refused, and the reason says what to do', async () => {
    const reply = await gateway.graphql('{ expiringDocuments { nodes { id } } }', { key: many })
    expect(codeOf(reply)).toBe('document_too_costly')
    expect(reply.json.errors[0].message).toContain('portfolios { nodes')
  })
})
