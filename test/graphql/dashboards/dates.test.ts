import { beforeAll, describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../../src/access/asset-filter.ts'
import type { Scope } from '../../../src/access/scopes.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../../support/portfolio.ts'
import { outcomesOf } from '../../support/tables.ts'
import { codeOf } from '../portal/fixtures.ts'

const gateway = testGateway()
const { database } = gateway

const document = (asset: string, ref: string, issued?: string, expires?: string) => ({
  type: 'document',
  asset,
  ref,
  document_type: 'insurance_policy',
  title: ref,
  file_path: `/private/${ref}`,
  ...(issued && { issued_on: issued }),
  ...(expires && { expires_on: expires }),
})
const RECORDS = [
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
let clientId = ''
let watch = ''
let key = ''

beforeAll(async () => {
  clientId = await clientWith(database, RECORDS)
  watch = (await registryIds(database, clientId)).watch ?? ''
  key = await granted()
})

async function granted(terms: { scopes?: readonly Scope[]; filter?: AssetFilter } = {}) {
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, terms)
  return secret
}

const inAsset = (field: string, by = key) =>
  gateway.graphql(
    `{ portfolio(clientId: "${clientId}") { asset(registryId: "${watch}") { ${field} } } }`,
    { key: by },
  )
const expiring = (args = '', by = key) =>
  gateway.graphql(
    `{ portfolio(clientId: "${clientId}") { expiringDocuments${args} { totalCount
      nodes { registryId assetTitle document { title expiresOn } } pageInfo { hasNextPage endCursor } } } }`,
    { key: by },
  )
const everywhere = (args = '', by = key) =>
  gateway.graphql(
    `{ expiringDocuments${args} { nodes { documentId clientId clientName registryId assetTitle type title expiresOn }
      pageInfo { hasNextPage endCursor } } }`,
    { key: by },
  )
const titlesOf = (nodes: { title: string }[]) => nodes.map(({ title }) => title)

describe('documents of an asset by their dates', () => {
  test('are those within the range', async () => {
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

  test('are explained where the range is none', async () => {
    for (const field of [
      'documents(issuedFrom: "2021-01-02", issuedTo: "2021-01-01")',
      'documents(expiresFrom: "2021-01-02", expiresTo: "2021-01-01")',
      'documents(issuedFrom: "2021-02-30")',
      'documents(issuedFrom: "-9999-01-01")',
      'documents(issuedFrom: "2021-01-01T00:00:00Z")',
    ])
      expect(codeOf(await inAsset(`${field} { totalCount }`)), field).toBe('invalid_parameter')
  })

  test('a cursor is of this range alone', async () => {
    const page = (args: string) =>
      inAsset(`documents(first: 1${args}) { pageInfo { endCursor } nodes { title } }`)
    const first = await page(', issuedFrom: "2020-01-01"')
    const { endCursor } = first.json.data.portfolio.asset.documents.pageInfo
    const next = await page(`, issuedFrom: "2020-01-01", after: "${endCursor}"`)
    expect(titlesOf(next.json.data.portfolio.asset.documents.nodes)).toEqual(['w2'])
    for (const args of ['', ', issuedFrom: "2020-01-02"'])
      expect(codeOf(await page(`${args}, after: "${endCursor}"`))).toBe('invalid_parameter')
  })
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
  const field = 'valuations(since: "2025-06-01", until: "2025-06-01") { totalCount }'
  expect(codeOf(await inAsset(field))).toBe('invalid_parameter')
})

describe('the documents of a portfolio that expire', () => {
  test('are listed with their assets, the earliest first', async () => {
    const { json } = await expiring()
    const { totalCount, nodes } = json.data.portfolio.expiringDocuments
    expect(totalCount).toBe(4)
    const found = nodes.map(
      ({ document: { title, expiresOn } }: { document: Record<string, string> }) => [
        title,
        expiresOn,
      ],
    )
    expect(found.slice(0, 2).sort()).toEqual([
      ['p1', '2127-01-01'],
      ['w2', '2127-01-01'],
    ])
    expect(found.slice(2)).toEqual([
      ['w1', '2127-03-01'],
      ['p2', '2130-01-01'],
    ])
    expect(nodes[2]).toMatchObject({ registryId: watch, assetTitle: 'Wrist watch' })
    expect(JSON.stringify(json)).not.toContain('/private/')
  })

  test('explain what is no range or page', async () => {
    for (const args of [
      '(expiresFrom: "2130-01-01", expiresTo: "2127-01-01")',
      ...['(expiresFrom: "x")', '(first: 0)', '(after: "x")'],
    ])
      expect(codeOf(await expiring(args)), args).toBe('invalid_parameter')
  })
})

describe('the documents of all portfolios of a key that expire', () => {
  let second = ''
  let both = ''

  beforeAll(async () => {
    second = await clientWith(database, [
      { type: 'asset', ref: 'deed', title: 'House', category: 'real_estate' },
      document('deed', 'h1', '2020-01-01', '2127-02-01'),
      document('deed', 'h2', '2020-01-01', '2129-02-01'),
    ])
    const silent = await clientWith(database, RECORDS)
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, clientId, {
      filter: { type: 'category', categories: ['watches'] },
    })
    await grantWith(database, id, second)
    await grantWith(database, id, silent, { scopes: ['registry'] })
    both = secret
  })

  test('are within each grant, the earliest first, and a walk has each once', async () => {
    const { json } = await everywhere('', both)
    const { nodes } = json.data.expiringDocuments
    expect(titlesOf(nodes)).toEqual(['w2', 'h1', 'w1', 'h2'])
    expect(nodes[1]).toMatchObject({
      clientId: second,
      clientName: 'Ada Hale',
      assetTitle: 'House',
      type: 'insurance_policy',
      expiresOn: '2127-02-01',
    })
    const walked = []
    for (let after = ''; walked.length < 10; ) {
      const page = (await everywhere(`(first: 1${after})`, both)).json.data.expiringDocuments
      walked.push(...page.nodes)
      if (!page.pageInfo.hasNextPage) break
      after = `, after: "${page.pageInfo.endCursor}"`
    }
    expect(walked).toEqual(nodes)
    const ranged = await everywhere('(expiresFrom: "2127-01-02", expiresTo: "2127-12-31")', both)
    expect(titlesOf(ranged.json.data.expiringDocuments.nodes)).toEqual(['h1', 'w1'])
  })

  test('are refused to a key without the scope, and tell it nothing', async () => {
    const { id, secret } = await keyWith(database, { scopes: ['registry', 'valuation'] })
    await grantWith(database, id, clientId, { scopes: ['registry'] })
    const reply = await everywhere('', secret)
    expect(codeOf(reply)).toBe('insufficient_scope')
    expect(reply.json.data.expiringDocuments).toBeNull()
    expect(reply.text).not.toMatch(/w1|w2|2027/)
  })

  test('take no cursor of another list', async () => {
    const { endCursor } = (await everywhere('(first: 1)', both)).json.data.expiringDocuments
      .pageInfo
    const { pageInfo } = (await expiring('(first: 1)')).json.data.portfolio.expiringDocuments
    for (const [after, by] of [
      [`after: "${endCursor}"`, key],
      [`after: "${endCursor}", expiresTo: "2040-01-01"`, both],
      [`after: "${pageInfo.endCursor}"`, key],
    ] as const)
      expect(codeOf(await everywhere(`(${after})`, by))).toBe('invalid_parameter')
  })
})

test('what expires begins today, unless expiresFrom says otherwise', async () => {
  const DAY_MS = 86_400_000
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const owner = await clientWith(database, [
    { type: 'asset', ref: 'deed', title: 'House', category: 'real_estate' },
    document('deed', 'old', '2018-01-01', inDays(-2)),
    document('deed', 'new', '2018-01-01', inDays(2)),
  ])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, owner)
  const ask = async (args: string) => {
    const own = `portfolio(clientId: "${owner}") { expiringDocuments${args} { totalCount nodes { document { title } } } }`
    const text = `{ expiringDocuments${args} { nodes { title } } ${own} }`
    const { expiringDocuments, portfolio } = (await gateway.graphql(text, { key: secret })).json
      .data
    const found = portfolio.expiringDocuments
    const titles = found.nodes.map((node: { document: { title: string } }) => node.document.title)
    expect(titles).toEqual(titlesOf(expiringDocuments.nodes))
    expect(found.totalCount).toBe(titles.length)
    return titles
  }
  expect(await ask('')).toEqual(['new'])
  expect(await ask('(expiresFrom: "2018-01-01")')).toEqual(['old', 'new'])
  expect(await ask(`(expiresTo: "${inDays(-1)}")`)).toEqual([])
})
