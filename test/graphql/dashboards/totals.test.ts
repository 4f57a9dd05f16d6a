import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../../support/portfolio.ts'
import { codeOf } from '../portal/fixtures.ts'

const gateway = testGateway()
const { database } = gateway

const asset = (ref: string, category: string, value?: string) => ({
  type: 'asset',
  ref,
  title: ref,
  category,
  ...(value !== undefined && { market_value: value }),
})
const invoice = (ref: string) => ({
  type: 'document',
  asset: ref,
  ref: `d-${ref}`,
  document_type: 'invoice',
  title: 'Invoice',
})

async function clientIn(currency: string, records: readonly Record<string, unknown>[]) {
  const email = `${currency}-${crypto.randomUUID()}@example.com`
  const made = { name: 'Ada Hale', email, environment: 'production', currency } as const
  const { id } = await createClient(database.prisma, OPERATOR, made)
  await importRecords(database, id, records)
  return id
}

const TOTALS = `portfolioCount assetCount valuedPortfolioCount valuedAssetCount totalValue`
const QUERY = `query ($first: Int, $after: String) { portfolioTotals(first: $first, after: $after) {
  portfolioCount completenessScore hasMore nextCursor
  currencies { currency ${TOTALS} categories { category ${TOTALS} } } } }`

const ask = (key: string, variables: Record<string, unknown> = {}) =>
  gateway.graphql(QUERY, { key, variables })

let of: { keyId: string; secret: string; clients: string[]; grants: string[] }

beforeAll(async () => {
  const { id, secret } = await keyWith(database)
  const first = await clientIn('USD', [asset('a', 'art', '0.1'), asset('b', 'coins'), invoice('b')])
  const second = await clientIn('USD', [
    asset('a', 'art', '123456789012345678.1234'),
    asset('w', 'watches', '7'),
  ])
  const third = await clientIn('CHF', [asset('a', 'art', '0.2'), asset('b', 'art')])
  const hidden = await clientIn('CHF', [asset('a', 'art', '1000')])
  const grants = [
    await grantWith(database, id, first),
    await grantWith(database, id, second, { filter: { type: 'category', categories: ['art'] } }),
    await grantWith(database, id, third),
    await grantWith(database, id, hidden, { scopes: ['registry'] }),
  ]
  of = {
    keyId: id,
    secret,
    clients: [first, second, third, hidden],
    grants: grants.map((g) => g.id),
  }
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
    const { json } = await ask(of.secret)
    expect(json.errors).toBeUndefined()
    expect(json.extensions).toEqual({ cost: 10 })
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
      const { json } = await ask(of.secret, { first: 1, after })
      const { portfolioTotals } = json.data
      expect(portfolioTotals.portfolioCount).toBe(1)
      assets.push(portfolioTotals.currencies[0].assetCount)
      after = portfolioTotals.nextCursor
      expect(portfolioTotals.hasMore).toBe(after !== null)
    } while (after !== null)
    expect(assets.sort()).toEqual([1, 1, 2, 2])
  })

  test('of what no portfolio shows are withheld', async () => {
    const { id, secret } = await keyWith(database, { scopes: ['registry'] })
    await grantWith(database, id, of.clients[0] ?? '', { scopes: ['registry'] })
    const { json } = await ask(secret)
    expect(json.data.portfolioTotals).toMatchObject({
      completenessScore: null,
      currencies: [
        { assetCount: 2, valuedPortfolioCount: 0, valuedAssetCount: null, totalValue: null },
      ],
    })
    const withheld = json.extensions.withheld.map(({ path }: { path: string[] }) => path.join('.'))
    expect(withheld.sort()).toEqual([
      'portfolioTotals.completenessScore',
      'portfolioTotals.currencies.categories.totalValue',
      'portfolioTotals.currencies.categories.valuedAssetCount',
      'portfolioTotals.currencies.totalValue',
      'portfolioTotals.currencies.valuedAssetCount',
    ])
  })
})

describe('refused are', () => {
  test.each([[0], [-1], [1001], [2 ** 31 - 1]])('first: %i', async (first) => {
    const reply = await ask(of.secret, { first })
    expect(['invalid_parameter', 'document_too_costly']).toContain(codeOf(reply))
    expect(reply.status).toBeLessThan(500)
  })

  test('cursors of another key and of other lists', async () => {
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, of.clients[0] ?? '')
    await grantWith(database, id, of.clients[1] ?? '')
    const other = (await ask(secret, { first: 1 })).json.data.portfolioTotals.nextCursor
    expect(other).toEqual(expect.any(String))
    const { json } = await gateway.graphql('{ portfolios(first: 1) { pageInfo { endCursor } } }', {
      key: of.secret,
    })
    for (const after of [other, json.data.portfolios.pageInfo.endCursor, 'x'])
      expect(codeOf(await ask(of.secret, { after }))).toBe('invalid_parameter')
  })
})

test('a grant that totals are read under counts as used', async () => {
  const clientId = await clientWith(database, [asset('a', 'art', '1')])
  const { id, secret } = await keyWith(database)
  const grant = await grantWith(database, id, clientId)
  await ask(secret)
  await gateway.usage.flush()
  const { rows } = await database.pool.query('SELECT 1 FROM grant_usage WHERE grant_id = $1', [
    grant.id,
  ])
  expect(rows).toHaveLength(1)
})
