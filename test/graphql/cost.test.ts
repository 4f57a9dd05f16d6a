import { readFileSync } from 'node:fs'
import { print } from 'graphql'
import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/rest/operations.ts'
import { COSTLY, many, measure } from './measured-cost.ts'

const NAMES = 'nodes { registryId title category quantity }'

describe('an operation costs one for each root field', () => {
  test.each([
    ['{ viewer { id } }', 1],
    ['{ a: viewer { id } b: viewer { id } portfolios { nodes { currency } } }', 3],
    ['{ viewer { id } viewer { kind } }', 1],
    ['{ __typename }', 0],
    ['{ __schema { queryType { name } } }', 1],
    ['{ __schema { queryType { name } } viewer { id } }', 1],
    ['{ ...F ...F ... { ...F } } fragment F on Query { viewer { id } }', 1],
    ['mutation { a: deletePlant(id: 1) b: deletePlant(id: 2) }', 2],
  ])('%s: %i', (source, cost) => {
    expect(measure(source)).toBe(cost)
  })
})

const inPortfolio = (fields: string) => `{ portfolio(clientId: "x") { ${fields} } }`
describe('or one for each 100 objects that its lists may hold', () => {
  test.each([
    ['a page of 100 assets', inPortfolio(`assets(first: 100) { totalCount ${NAMES} }`), 1],
    ['a page of 100 plants', '{ plants(first: 100) { nodes { id } } }', 1],
    ['a page of 1000 plants', '{ plants(first: 1000) { nodes { id } } }', 10],
    ['a page of 101', '{ plants(first: 101) { nodes { id } } }', 2],
    ['edges', '{ plants(first: 300) { edges { node { id } } } }', 3],
    ['49 lists of 100', inPortfolio(many(49, `assets(first: 100) { ${NAMES} }`)), 49],
    [
      '25 valuations of each of 100 assets',
      inPortfolio('assets(first: 100) { nodes { valuations(first: 25) { nodes { id } } } }'),
      26,
    ],
    [
      'pages without a size, of 25',
      inPortfolio('assets { nodes { valuations { nodes { id } } documents { nodes { id } } } }'),
      13,
    ],
    [
      '100 assets of each of 25 portfolios',
      `{ portfolios { nodes { assets(first: 100) { ${NAMES} } } } }`,
      26,
    ],
    [
      'what filters of 20 grants name',
      '{ connectedApps(first: 20) { nodes { filter { values(first: 1000) { id } } } } }',
      1,
    ],
    [
      'lists that belong to an object',
      inPortfolio(
        'assets(first: 100) { nodes { estate { heirs { name } } verification { scans { method } } } }',
      ),
      1,
    ],
    [
      'scans past the ten that belong to an object',
      inPortfolio('assets(first: 10) { nodes { verification { scans(first: 110) { id } } } }'),
      11,
    ],
    [
      'fewer scans than belong to an object',
      inPortfolio('assets(first: 100) { nodes { verification { scans(first: 2) { id } } } }'),
      1,
    ],
  ])('%s', (_what, source, cost) => {
    expect(measure(source)).toBe(cost)
  })
})

describe('or one for each listing, asset and summary of a portfolio', () => {
  test.each([
    [
      'one asset with its valuations',
      inPortfolio('asset(registryId: "a") { valuations { nodes { id } } }'),
      1,
    ],
    ['49 single assets', inPortfolio(many(49, 'asset(registryId: "a") { title }')), 49],
    ['49 counts', inPortfolio(many(49, 'assets(first: 1) { totalCount }')), 49],
    ['49 summaries', inPortfolio(many(49, 'summary { assetCount }')), 49],
    ['a summary beside a page', inPortfolio(`summary { assetCount } assets { ${NAMES} }`), 2],
    [
      'a summary of each of 40',
      '{ portfolios(first: 40) { nodes { summary { assetCount } } } }',
      40,
    ],
    ['12 points', inPortfolio('valueHistory { at value { amount } }'), 5],
    ['9 histories', inPortfolio(many(9, 'valueHistory { at }')), 45],
    ['a history of each of 25', '{ portfolios { nodes { valueHistory { at } } } }', 125],
    [
      'what expires in each of 25',
      '{ portfolios { nodes { expiringDocuments(first: 1) { nodes { id } } } } }',
      25,
    ],
    ['what expires in all', '{ expiringDocuments { nodes { id } } }', 10],
    [
      'what expires in all, twice',
      `{ ${many(2, 'expiringDocuments(first: 100) { nodes { id } }')} }`,
      20,
    ],
    ['totals of 1,000', '{ portfolioTotals { currencies { totalValue } } }', 10],
    ['totals of 100', '{ portfolioTotals(first: 100) { currencies { totalValue } } }', 1],
    ['totals of 101', '{ portfolioTotals(first: 101) { currencies { totalValue } } }', 2],
    ['totals of too many', '{ portfolioTotals(first: 1000000) { hasMore } }', COSTLY],
    ['the newest changes', '{ newestChanges(first: 100) { id } }', 1],
    [
      'an ordered page',
      inPortfolio(`assets(first: 100, orderBy: { field: title }) { ${NAMES} }`),
      1,
    ],
    ['the same page, asked for twice', inPortfolio(`assets { ${NAMES} } assets { totalCount }`), 1],
  ])('%s', (_what, source, cost) => {
    expect(measure(source)).toBe(cost)
  })

  test('the length of a list that is known is not that of the page above it', () => {
    const names = many(20, 'category assetCount')
    const totals = `portfolioTotals { currencies { categories { ${names} } } }`
    expect(measure(`{ ${totals} }`)).toBe(10)
  })
})

test('the request of the guide for a dashboard costs what the guide says', () => {
  const page = readFileSync('docs/guide/dashboards.md', 'utf8')
  const [, query = ''] = /^QUERY='([^']+)'/m.exec(page) ?? []
  const [, cost] = /This request costs (\d+)/.exec(page) ?? []
  expect(measure(query, { client: 'x' })).toBe(Number(cost))
})

describe('skipped fields cost nothing', () => {
  const lists = (condition: string) =>
    inPortfolio(
      `a: assets(first: 100) ${condition} { ${NAMES} } b: assets(first: 100) { ${NAMES} }`,
    )
  test.each<[string, string, object, number]>([
    ['@include(if: false)', '{ viewer @include(if: false) { id } }', {}, 0],
    ['@skip(if: true)', '{ viewer @skip(if: true) { id } }', {}, 0],
    ['@include(if: true)', lists('@include(if: true)'), {}, 2],
    ['@skip(if: false)', lists('@skip(if: false)'), {}, 2],
    ['both', lists('@include(if: true) @skip(if: true)'), {}, 1],
    [
      'a variable that is false',
      `query ($v: Boolean!) ${lists('@include(if: $v)')}`,
      { v: false },
      1,
    ],
    [
      'a variable that is true',
      `query ($v: Boolean!) ${lists('@include(if: $v)')}`,
      { v: true },
      2,
    ],
    ['a default', `query ($v: Boolean! = false) ${lists('@include(if: $v)')}`, {}, 1],
    [
      'a default that is replaced',
      `query ($v: Boolean! = false) ${lists('@include(if: $v)')}`,
      { v: true },
      2,
    ],
    ['a variable that is missing', `query ($v: Boolean!) ${lists('@include(if: $v)')}`, {}, 2],
    [
      'an inline fragment',
      '{ viewer { id } ... @skip(if: true) { a: viewer { id } b: viewer { id } } }',
      {},
      1,
    ],
    [
      'a spread, which is named again',
      '{ ...F @skip(if: true) ...F } fragment F on Query { a: viewer { id } b: viewer { id } }',
      {},
      2,
    ],
  ])('%s', (_what, source, variables, cost) => {
    expect(measure(source, variables)).toBe(cost)
  })
})

describe('the operations of REST at their largest', () => {
  const [assets] = OPERATIONS.filter((document) => print(document).startsWith('query Assets('))
  const source = assets ? print(assets) : ''
  const variables = { clientId: 'x', filter: {}, require: [], first: 100, scans: 10 }
  test.each([
    ['without what include adds', { withValuations: false, withDocuments: false }, 1],
    ['with valuations', { withValuations: true, withDocuments: false }, 26],
    // All documents of each asset: over GraphQL they come in smaller pages.
    ['with documents', { withValuations: false, withDocuments: true }, COSTLY],
  ])('%s', (_what, included, cost) => {
    expect(measure(source, { ...variables, ...included })).toBe(cost)
  })
})

describe('the operation of operationName', () => {
  const source = 'query A { viewer { id } } query B { plants(first: 1001) { totalCount } }'
  test.each([
    ['A', 1],
    ['B', COSTLY],
    [null, 'invalid_document'],
    ['C', 'invalid_document'],
    ['', 'invalid_document'],
    ['__proto__', 'invalid_document'],
  ])('%s: %s', (name, outcome) => {
    expect(measure(source, {}, name)).toBe(outcome)
  })
})

test.each([
  [
    'ninety days of each of many keys',
    'apiKeys(firmId: "f", first: 600) { nodes { usage { days { date ok refused } } } }',
  ],
  [
    'all that long filters name',
    'apiKeys(firmId: "f") { nodes { grants(first: 10) { nodes { filter { values(first: 1000) { id } } } } } }',
  ],
])('lists are weighed as long as they get: %s', (_what, source) => {
  expect(measure(`{ ${source} }`, {})).toBe(COSTLY)
})

describe('the size of a page counts', () => {
  const list = (first: string) => `portfolios(first: 100) { nodes { assets${first} { ${NAMES} } } }`

  test.each<[string, string, object]>([
    ['a literal', `{ ${list('(first: 1000)')} }`, {}],
    ['a variable', `query ($n: Int) { ${list('(first: $n)')} }`, { n: 1000 }],
    ['the default of a variable', `query ($n: Int = 1000) { ${list('(first: $n)')} }`, {}],
    ['a page past the most', '{ plants(first: 1001) { totalCount } }', {}],
    [
      'a variable past the most',
      'query ($n: Int) { plants(first: $n) { totalCount } }',
      { n: 1001 },
    ],
    ['a default past the most', 'query ($n: Int = 1001) { plants(first: $n) { totalCount } }', {}],
    ['a page past all numbers', '{ plants(first: 99999999999999999999) { totalCount } }', {}],
    ['a page in a fragment', `{ ...F } fragment F on Query { ${list('(first: 1000)')} }`, {}],
    [
      'a page of edges',
      '{ portfolios(first: 100) { edges { node { assets(first: 1000) { edges { cursor node { id } } } } } } }',
      {},
    ],
  ])('%s', (_what, source, variables) => {
    expect(measure(source, variables)).toBe(COSTLY)
  })

  test('a small page passes, also if the default of its variable is large', () => {
    const source = `query ($n: Int = 1000) { ${list('(first: $n)')} }`
    expect(measure(source, { n: 10 })).toBe(100)
    expect(measure(source, { n: null })).toBe(100)
  })

  test('a page size below one counts as one', () => {
    expect(measure('{ plants(first: -5) { nodes { id } } }')).toBe(1)
  })
})
