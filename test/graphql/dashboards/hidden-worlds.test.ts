import { describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import type { Scope } from '../../../src/access/scopes.ts'
import { reportChanges } from '../../support/feed.ts'
import { testGateway } from '../../support/gateway.ts'
import {
  clientWith,
  grantWith,
  importRecords,
  keyWith,
  type Records,
} from '../../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway

const PAINTING = {
  type: 'asset',
  ref: 'painting',
  title: 'Harbour',
  category: 'art',
  market_value: '100',
  notes: 'as it is',
  internal_notes: 'private',
}
const COIN = { type: 'asset', ref: 'coin', title: 'Thaler', category: 'coins', market_value: '7' }
const BASE: Records = [
  PAINTING,
  COIN,
  {
    type: 'valuation',
    asset: 'painting',
    value: '90',
    source: 'appraisal',
    valued_at: '2025-01-15',
  },
  { type: 'valuation', asset: 'coin', value: '6', source: 'appraisal', valued_at: '2025-01-15' },
  {
    type: 'document',
    asset: 'painting',
    ref: 'd1',
    document_type: 'invoice',
    title: 'Invoice',
    expires_on: '2130-01-01',
    file_path: '/private/one',
  },
]
const ART: AssetFilter = { type: 'category', categories: ['art'] }

interface World {
  readonly terms: { readonly scopes?: readonly Scope[]; readonly filter?: AssetFilter }
  /** What changes that these terms do not show. */
  readonly hidden: Records
}

const WORLDS: Readonly<Record<string, World>> = {
  'assets outside the filter': {
    terms: { filter: ART },
    hidden: [
      { ...COIN, title: 'Harbour', market_value: '999999' },
      { type: 'asset', ref: 'new', title: 'Harbour wine', category: 'wine', market_value: '1' },
      {
        type: 'valuation',
        asset: 'coin',
        value: '5',
        source: 'auction_result',
        valued_at: '2025-06-01',
      },
      {
        type: 'document',
        asset: 'coin',
        ref: 'd9',
        document_type: 'invoice',
        title: 'Hidden',
        expires_on: '2127-01-01',
      },
    ],
  },
  'values and documents without their scopes': {
    terms: { scopes: ['registry', 'detail'] },
    hidden: [
      { ...PAINTING, market_value: '1' },
      {
        type: 'valuation',
        asset: 'painting',
        value: '5',
        source: 'purchase',
        valued_at: '2024-06-01',
      },
      {
        type: 'document',
        asset: 'painting',
        ref: 'd9',
        document_type: 'provenance',
        title: 'Hidden',
        expires_on: '2127-01-01',
      },
    ],
  },
  'documents with the scope of values': {
    terms: { scopes: ['registry', 'valuation'] },
    hidden: [
      {
        type: 'document',
        asset: 'painting',
        ref: 'd9',
        document_type: 'provenance',
        title: 'Hidden',
        expires_on: '2127-01-01',
      },
    ],
  },
  'private members': {
    terms: {},
    hidden: [
      { ...PAINTING, internal_notes: 'changed' },
      {
        type: 'document',
        asset: 'painting',
        ref: 'd1',
        document_type: 'invoice',
        title: 'Invoice',
        expires_on: '2130-01-01',
        file_path: '/private/two',
      },
    ],
  },
}

const ORDERS = ['market_value', 'title', 'updated_at'].flatMap((field) =>
  ['asc', 'desc'].map((direction) => `{ field: ${field}, direction: ${direction} }`),
)

/** Every field of a dashboard, each in a request of its own: an order that is refused refuses nothing else. */
function documentsFor(clientId: string): string[] {
  const below = (fields: string) => `{ portfolio(clientId: "${clientId}") { ${fields} } }`
  const page = '{ totalCount nodes { registryId updatedAt } pageInfo { hasNextPage endCursor } }'
  return [
    ...ORDERS.map((order) => below(`assets(first: 1, orderBy: ${order}) ${page}`)),
    ...['Harbour', 'Thaler', 'ORY', 'Hidden'].map((search) =>
      below(`assets(filter: { search: "${search}" }) ${page}`),
    ),
    below(
      'valueHistory(from: "2024-01-01", to: "2026-01-01") { at value { amount } valuedAssetCount }',
    ),
    below('expiringDocuments { totalCount nodes { id registryId document { title } } }'),
    below(
      'assets { nodes { valuations(until: "2026-01-01") { totalCount } documents(expiresTo: "2140-01-01") { totalCount } } }',
    ),
    `{ portfolioTotals { portfolioCount completenessScore currencies { currency assetCount valuedAssetCount totalValue
      categories { category assetCount totalValue } } } }`,
    '{ expiringDocuments { nodes { id title expiresOn } } }',
    '{ newestChanges { id type at grant { version } } }',
  ]
}

async function answersOf(key: string, clientId: string): Promise<string[]> {
  const answers = []
  for (const document of documentsFor(clientId)) {
    const { text } = await gateway.graphql(document, { key })
    answers.push(text.replace(/"request_id":"[^"]+"/g, ''))
  }
  return answers
}

describe('two worlds that differ only in what is hidden give equal bytes', () => {
  test.each(Object.keys(WORLDS))('%s', async (name) => {
    const { terms, hidden } = WORLDS[name] ?? { terms: {}, hidden: [] }
    const clientId = await clientWith(database, BASE)
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, clientId, terms)
    await reportChanges(database)
    const before = await answersOf(secret, clientId)
    await importRecords(database, clientId, hidden)
    await reportChanges(database)
    expect(await answersOf(secret, clientId)).toEqual(before)
    expect(before.join()).not.toMatch(/private|internal_error/)
  })

  test('portfolios of others', async () => {
    const clientId = await clientWith(database, BASE)
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, clientId)
    await reportChanges(database)
    const before = await answersOf(secret, clientId)
    const other = await keyWith(database)
    const stranger = await clientWith(database, BASE)
    await grantWith(database, other.id, stranger)
    await grantWith(database, other.id, clientId, { scopes: ['registry'] })
    await reportChanges(database)
    expect(await answersOf(secret, clientId)).toEqual(before)
  })
})

test('a change that is visible changes an answer of each kind', async () => {
  const clientId = await clientWith(database, BASE)
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  await reportChanges(database)
  const before = await answersOf(secret, clientId)
  await importRecords(database, clientId, [
    ...(WORLDS['assets outside the filter']?.hidden ?? []),
    { type: 'asset', ref: 'last', title: 'A Thaler, Hidden', category: 'art', market_value: '0' },
  ])
  await reportChanges(database)
  const after = await answersOf(secret, clientId)
  const same = documentsFor(clientId).filter((_, i) => before[i] === after[i])
  expect(same).toEqual([])
})
