import { describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import type { Scope } from '../../../src/access/scopes.ts'
import { reportChanges } from '../../support/feed.ts'
import { testGateway } from '../../support/gateway.ts'
import {
  clientWith,
  grantWith,
  importRecords,
  type Records,
  readerOf,
} from '../../support/portfolio.ts'
import { asset } from './figures.ts'

// Two worlds that differ only in what is hidden, and every field of a dashboard.
const gateway = testGateway()
const { database } = gateway

const valuation = (ref: string, value: string, source: string, valued_at: string) => {
  return { type: 'valuation', asset: ref, value, source, valued_at }
}
const document = (ref: string, more: object = {}) => ({
  ...{ type: 'document', asset: ref, ref: 'd9', document_type: 'provenance', title: 'Hidden' },
  ...{ expires_on: '2127-01-01', ...more },
})

const PAINTING = {
  ...{ ...asset('painting', 'Harbour', 'art', '100'), insurance_value: '99' },
  ...{ notes: 'as it is', internal_notes: 'private' },
}
const COIN = { ...asset('coin', 'Thaler', 'coins', '7'), insurance_value: '6' }
const INVOICE = { ref: 'd1', title: 'Invoice', expires_on: '2130-01-01' }
const BASE: Records = [
  ...[PAINTING, COIN],
  valuation('painting', '90', 'appraisal', '2025-01-15'),
  valuation('coin', '6', 'appraisal', '2025-01-15'),
  document('painting', { ...INVOICE, file_path: '/private/one' }),
]

interface World {
  readonly terms: { readonly scopes?: readonly Scope[]; readonly filter?: AssetFilter }
  /** The changed records that these terms do not show. */
  readonly hidden: Records
}

const WORLDS: Readonly<Record<string, World>> = {
  'assets outside the filter': {
    terms: { filter: { type: 'category', categories: ['art'] } },
    hidden: [
      asset('coin', 'Harbour', 'coins', '999999'),
      asset('new', 'Harbour wine', 'wine', '1'),
      valuation('coin', '5', 'auction_result', '2025-06-01'),
      document('coin'),
    ],
  },
  'values and documents without their scopes': {
    terms: { scopes: ['registry', 'detail'] },
    hidden: [
      { ...PAINTING, market_value: '1' },
      valuation('painting', '5', 'purchase', '2024-06-01'),
      document('painting'),
    ],
  },
  'documents with the scope of values': {
    terms: { scopes: ['registry', 'valuation'] },
    hidden: [document('painting')],
  },
  'private members': {
    terms: {},
    hidden: [
      { ...PAINTING, internal_notes: 'changed' },
      document('painting', { ...INVOICE, file_path: '/private/two' }),
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
    below(
      'valuesAt(at: ["2025-02-01", "2125-01-01"]) { value { amount } categories { category valuedAssetCount } }',
    ),
    below(`assets(filter: { underinsured: true }) ${page}`),
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

async function answersOf({ secret, clientId }: Shown): Promise<string[]> {
  await reportChanges(database)
  const answers = []
  for (const text of documentsFor(clientId)) {
    const reply = await gateway.graphql(text, { key: secret })
    answers.push(reply.text.replace(/"request_id":"[^"]+"/g, ''))
  }
  return answers
}

type Shown = Awaited<ReturnType<typeof shown>>

async function shown(terms: World['terms'] = {}) {
  const clientId = await clientWith(database, BASE)
  return { clientId, ...(await readerOf(database, clientId, terms)) }
}

describe('two worlds that differ only in what is hidden give equal bytes', () => {
  test.each(Object.entries(WORLDS))('%s', async (_name, { terms, hidden }) => {
    const of = await shown(terms)
    const before = await answersOf(of)
    await importRecords(database, of.clientId, hidden)
    expect(await answersOf(of)).toEqual(before)
    expect(before.join()).not.toMatch(/private|internal_error/)
  })

  test('portfolios of others', async () => {
    const of = await shown()
    const before = await answersOf(of)
    const other = await readerOf(database, await clientWith(database, BASE))
    await grantWith(database, other.id, of.clientId, { scopes: ['registry'] })
    expect(await answersOf(of)).toEqual(before)
  })
})

test('a change that is visible changes an answer of each kind', async () => {
  const of = await shown()
  const before = await answersOf(of)
  await importRecords(database, of.clientId, [
    ...(WORLDS['assets outside the filter']?.hidden ?? []),
    { ...asset('last', 'A Thaler, Hidden', 'art', '9'), insurance_value: '8' },
  ])
  const after = await answersOf(of)
  expect(documentsFor(of.clientId).filter((_, i) => before[i] === after[i])).toEqual([])
})
