import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith, type Records, readerOf } from '../../support/portfolio.ts'
import { testReader } from '../../support/reader.ts'
import { outcomesOf } from '../../support/tables.ts'
import { codeOf } from '../portal/fixtures.ts'
import { walkByCursor } from '../walk.ts'

// Ranges of days: of the documents and valuations of an asset, and of the documents that expire.
const gateway = testGateway()
const { database } = gateway

const document = (asset: string, ref: string, issued_on?: string, expires_on?: string) => ({
  ...{ type: 'document', asset, ref, document_type: 'insurance_policy', title: ref },
  ...{ file_path: `/private/${ref}`, issued_on, expires_on },
})
const RECORDS: Records = [
  { type: 'asset', ref: 'watch', title: 'Wrist watch', category: 'watches' },
  { type: 'asset', ref: 'print', title: 'Print', category: 'art' },
  document('watch', 'w1', '2020-01-01', '2127-03-01'),
  document('watch', 'w2', '2021-01-01', '2127-01-01'),
  document('watch', 'w3', '2022-01-01'),
  document('watch', 'w4'),
  document('print', 'p1', '2020-06-01', '2127-01-01'),
  document('print', 'p2', undefined, '2130-01-01'),
  ...['2025-01-01', '2025-06-01', '2026-01-01'].map((valued_at) => {
    return { type: 'valuation', asset: 'watch', value: '1', source: 'appraisal', valued_at }
  }),
]
const HOUSE = { type: 'asset', ref: 'deed', title: 'House', category: 'real_estate' }
const reader = testReader(gateway, RECORDS)

const ask = async (text: string, key = reader.key) => gateway.graphql(`{ ${text} }`, { key })
const inAsset = (field: string) =>
  reader.ask(`asset(registryId: "${reader.ids.watch}") { ${field} }`)
const expiring = (args = '', client = reader.clientId) =>
  `portfolio(clientId: "${client}") { expiringDocuments${args} {
    totalCount nodes { registryId assetTitle document { title expiresOn } } pageInfo { endCursor } } }`
const everywhere = (args = '') =>
  `expiringDocuments${args} { nodes { documentId clientId clientName registryId assetTitle type title expiresOn }
    pageInfo { hasNextPage endCursor } }`
const titlesOf = (nodes: { title: string }[]) => nodes.map(({ title }) => title)

test('documents of an asset are those within the range', async () => {
  const ranges = {
    '(issuedFrom: "2021-01-01")': ['w3', 'w2'],
    '(issuedTo: "2021-01-01")': ['w2', 'w1'],
    '(issuedFrom: "2020-01-02", issuedTo: "2021-12-31")': ['w2'],
    '(expiresFrom: "2127-01-02")': ['w1'],
    '(expiresTo: "2127-01-01", issuedTo: "2020-12-31")': [],
    '': ['w3', 'w2', 'w1', 'w4'],
  }
  const found = await outcomesOf(ranges, async (titles, args) => {
    const list = `documents${args} { totalCount completeness { score present } nodes { title } }`
    const { documents } = (await inAsset(list)).json.data.portfolio.asset
    expect(documents.totalCount).toBe(titles.length)
    expect(documents.completeness).toEqual({ score: 0, present: [] })
    return titlesOf(documents.nodes)
  })
  expect(found).toEqual(ranges)
})

test('valuations of an asset are those up to an instant', async () => {
  const counts = {
    '(until: "2025-06-01")': 2,
    '(since: "2025-01-01", until: "2025-06-01")': 1,
    '(until: "2024-01-01")': 0,
  }
  const found = await outcomesOf(counts, async (_, args) => {
    const { json } = await inAsset(`valuations${args} { totalCount nodes { valuedAt } }`)
    const { totalCount, nodes } = json.data.portfolio.asset.valuations
    return totalCount === nodes.length ? totalCount : nodes
  })
  expect(found).toEqual(counts)
})

test('what is no range is explained, and a cursor is of its range alone', async () => {
  const page = (args: string) =>
    inAsset(`documents(first: 1${args}) { pageInfo { endCursor } nodes { title } }`)
  const first = await page(', issuedFrom: "2020-01-01"')
  const { endCursor } = first.json.data.portfolio.asset.documents.pageInfo
  const next = await page(`, issuedFrom: "2020-01-01", after: "${endCursor}"`)
  expect(titlesOf(next.json.data.portfolio.asset.documents.nodes)).toEqual(['w2'])
  for (const field of [
    'documents(issuedFrom: "2021-01-02", issuedTo: "2021-01-01")',
    'documents(expiresFrom: "2021-01-02", expiresTo: "2021-01-01")',
    'documents(issuedFrom: "2021-02-30")',
    'documents(issuedFrom: "2021-01-01T00:00:00Z")',
    `documents(issuedFrom: "2020-01-02", after: "${endCursor}")`,
    'valuations(since: "2025-06-01", until: "2025-06-01")',
  ])
    expect(codeOf(await inAsset(`${field} { totalCount }`)), field).toBe('invalid_parameter')
})

describe('the documents that expire', () => {
  let second = ''
  let both = ''

  beforeAll(async () => {
    second = await clientWith(database, [
      HOUSE,
      document('deed', 'h1', '2020-01-01', '2127-02-01'),
      document('deed', 'h2', '2020-01-01', '2129-02-01'),
    ])
    const { id, secret } = await keyWith(database)
    both = secret
    const filter = { type: 'category', categories: ['watches'] } as const
    await grantWith(database, id, reader.clientId, { filter })
    await grantWith(database, id, second)
    await grantWith(database, id, await clientWith(database, RECORDS), { scopes: ['registry'] })
  })

  test('of a portfolio are listed with their assets, the earliest first', async () => {
    const { json } = await ask(expiring())
    const { totalCount, nodes } = json.data.portfolio.expiringDocuments
    expect(totalCount).toBe(4)
    const found = nodes.map((node: { document: Record<string, string> }) => node.document)
    const day = { expiresOn: '2127-01-01' }
    expect(found.slice(0, 2)).toEqual(
      expect.arrayContaining(['p1', 'w2'].map((title) => ({ title, ...day }))),
    )
    expect(found.slice(2)).toEqual([
      { title: 'w1', expiresOn: '2127-03-01' },
      { title: 'p2', expiresOn: '2130-01-01' },
    ])
    expect(nodes[2]).toMatchObject({ registryId: reader.ids.watch, assetTitle: 'Wrist watch' })
    expect(JSON.stringify(json)).not.toContain('/private/')
  })

  test('of all portfolios are within each grant, and a walk has each once', async () => {
    const listed = async (args: string) =>
      (await ask(everywhere(args), both)).json.data.expiringDocuments
    const { nodes } = await listed('')
    expect(titlesOf(nodes)).toEqual(['w2', 'h1', 'w1', 'h2'])
    expect(nodes[1]).toMatchObject({
      ...{ clientId: second, clientName: 'Ada Hale', assetTitle: 'House' },
      ...{ type: 'insurance_policy', expiresOn: '2127-02-01' },
    })
    const pages = await walkByCursor(listed, 1)
    expect(pages.flatMap((page) => page.nodes)).toEqual(nodes)
    const ranged = await listed('(expiresFrom: "2127-01-02", expiresTo: "2127-12-31")')
    expect(titlesOf(ranged.nodes)).toEqual(['h1', 'w1'])
  })

  test('are refused to a key without the scope, and tell it nothing', async () => {
    const scopes = ['registry', 'valuation'] as const
    const { secret } = await readerOf(database, reader.clientId, {}, { scopes })
    const reply = await ask(everywhere(), secret)
    expect(codeOf(reply)).toBe('insufficient_scope')
    expect(reply.json.data.expiringDocuments).toBeNull()
    expect(reply.text).not.toMatch(/w1|w2|2127/)
  })

  test('take no range that is none, and no cursor of another key', async () => {
    const { json } = await ask(everywhere('(first: 1)'), both)
    const { endCursor } = json.data.expiringDocuments.pageInfo
    for (const text of [
      expiring('(expiresFrom: "2130-01-01", expiresTo: "2127-01-01")'),
      ...['(first: 0)', `(after: "${endCursor}")`].map((args) => everywhere(args)),
    ])
      expect(codeOf(await ask(text)), text).toBe('invalid_parameter')
  })

  test('begin today, unless expiresFrom says otherwise', async () => {
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const owner = await clientWith(database, [
      HOUSE,
      document('deed', 'old', '2018-01-01', inDays(-2)),
      document('deed', 'new', '2018-01-01', inDays(2)),
    ])
    const { secret } = await readerOf(database, owner)
    const ranges = {
      '': ['new'],
      '(expiresFrom: "2018-01-01")': ['old', 'new'],
      [`(expiresTo: "${inDays(-1)}")`]: [],
    }
    const found = await outcomesOf(ranges, async (_, args) => {
      const { json } = await ask(`${everywhere(args)} ${expiring(args, owner)}`, secret)
      const { totalCount, nodes } = json.data.portfolio.expiringDocuments
      const titles = nodes.map((node: { document: { title: string } }) => node.document.title)
      expect(titles).toEqual(titlesOf(json.data.expiringDocuments.nodes))
      expect(totalCount).toBe(titles.length)
      return titles
    })
    expect(found).toEqual(ranges)
  })
})
