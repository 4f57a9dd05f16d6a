import { readFileSync } from 'node:fs'
import { executeSync, getIntrospectionQuery, isObjectType, parse, print } from 'graphql'
import { describe, expect, test } from 'vitest'
import { costOf } from '../../src/graphql/operation-cost.ts'
import { schema } from '../../src/graphql/schema.ts'
import { OPERATIONS } from '../../src/rest/operations.ts'
import { applied } from '../support/tables.ts'
import { COSTLY, many, measure, membersIn } from './measured-cost.ts'

const NAMES = 'nodes { registryId title category quantity }'

const inPortfolio = (fields: string) => `{ portfolio(clientId: "x") { ${fields} } }`

test('an operation costs one for each root field', () => {
  const costs = {
    '{ viewer { id } }': 1,
    '{ a: viewer { id } b: viewer { id } portfolios { nodes { currency } } }': 3,
    '{ __typename }': 0,
    '{ __schema { queryType { name } } }': 1,
    '{ __schema { queryType { name } } viewer { id } }': 1,
    '{ ...F ...F ... { ...F } } fragment F on Query { viewer { id } }': 1,
    'mutation { a: deletePlant(id: 1) b: deletePlant(id: 2) }': 2,
  }
  expect(applied(costs, (source) => measure(source))).toEqual(costs)
})

test('or one for each 100 objects that its lists may hold', () => {
  const scans = (page: number, first: number) =>
    `assets(first: ${page}) { nodes { verification { scans(first: ${first}) { id } } } }`
  const costs = {
    [inPortfolio(`assets(first: 100) { totalCount ${NAMES} }`)]: 1,
    '{ plants(first: 100) { nodes { id } } }': 1,
    '{ plants(first: 101) { nodes { id } } }': 2,
    '{ plants(first: 300) { edges { node { id } } } }': 3,
    [inPortfolio('assets(first: 100) { nodes { valuations(first: 25) { nodes { id } } } }')]: 26,
    // Pages without a size are of 25.
    [inPortfolio('assets { nodes { valuations { nodes { id } } documents { nodes { id } } } }')]:
      13,
    [`{ portfolios { nodes { assets(first: 100) { ${NAMES} } } } }`]: 26,
    // Ten scans belong to an object.
    [inPortfolio(scans(10, 110))]: 11,
    [inPortfolio(scans(100, 2))]: 1,
  }
  expect(applied(costs, (source) => measure(source))).toEqual(costs)
})

test('or one for each listing, asset and summary of a portfolio, and more for what reads all of it', () => {
  const names = many(20, 'category assetCount')
  const costs = {
    [inPortfolio(many(49, 'asset(registryId: "a") { title }'))]: 49,
    [inPortfolio(many(49, 'assets(first: 1) { totalCount }'))]: 49,
    [inPortfolio(many(49, 'summary { assetCount }'))]: 49,
    '{ portfolios(first: 40) { nodes { summary { assetCount } } } }': 40,
    [inPortfolio('valueHistory { at value { amount } }')]: 5,
    [inPortfolio('valuesAt(at: []) { categories { value { amount } } }')]: 5,
    '{ portfolios { nodes { valueHistory { at } } } }': 125,
    '{ portfolios { nodes { expiringDocuments(first: 1) { nodes { id } } } } }': 25,
    '{ expiringDocuments { nodes { id } } }': 10,
    '{ portfolioTotals(first: 101) { currencies { totalValue } } }': 2,
    '{ portfolioTotals(first: 1000000) { hasMore } }': COSTLY,
    // The length of a list that is known is not that of the page above it.
    [`{ portfolioTotals { currencies { categories { ${names} } } } }`]: 10,
    '{ newestChanges(first: 100) { id } }': 1,
    [inPortfolio(`assets(first: 100, orderBy: { field: title }) { ${NAMES} }`)]: 1,
  }
  expect(applied(costs, (source) => measure(source))).toEqual(costs)
})

test('the request of the guide for a dashboard costs what the guide says', () => {
  const page = readFileSync('docs/guide/dashboards.md', 'utf8')
  const [, query = ''] = /^QUERY='([^']+)'/m.exec(page) ?? []
  const [, cost] = /This request costs (\d+)/.exec(page) ?? []
  expect(measure(query, { client: 'x' })).toBe(Number(cost))
})

test('skipped fields cost nothing', () => {
  const lists = (condition: string) =>
    inPortfolio(
      `a: assets(first: 100) ${condition} { ${NAMES} } b: assets(first: 100) { ${NAMES} }`,
    )
  const two = '{ a: viewer { id } b: viewer { id } }'
  const cases: readonly (readonly [number, string, object?])[] = [
    [0, '{ viewer @include(if: false) { id } }'],
    [0, '{ viewer @skip(if: true) { id } }'],
    [2, lists('@skip(if: false)')],
    [1, lists('@include(if: true) @skip(if: true)')],
    [1, `query ($v: Boolean!) ${lists('@include(if: $v)')}`, { v: false }],
    [2, `query ($v: Boolean!) ${lists('@include(if: $v)')}`, { v: true }],
    [1, `query ($v: Boolean! = false) ${lists('@include(if: $v)')}`],
    [1, `{ viewer { id } ... @skip(if: true) ${two} }`],
    // A spread that is named again.
    [2, `{ ...F @skip(if: true) ...F } fragment F on Query ${two}`],
  ]
  for (const [cost, source, variables] of cases)
    expect.soft(measure(source, variables), source).toBe(cost)
})

test('the operations of REST at their largest are as costly as all that they may read', () => {
  const [assets] = OPERATIONS.filter((document) => print(document).startsWith('query Assets('))
  const costOf = (first: number, withValuations: boolean, withDocuments: boolean) =>
    measure(assets ? print(assets) : '', {
      ...{ clientId: 'x', filter: {}, require: [], first },
      ...{ withValuations, withDocuments },
    })
  expect([costOf(100, false, false), costOf(50, true, false)]).toEqual([1, 13])
  // Over GraphQL these come in smaller pages.
  expect([costOf(100, true, false), costOf(100, false, true)]).toEqual([COSTLY, COSTLY])
})

test('the operation of operationName is measured', () => {
  const source = 'query A { viewer { id } } query B { plants(first: 1001) { totalCount } }'
  const costs = { A: 1, B: COSTLY, C: 'invalid_document', '': 'invalid_document' }
  expect(applied(costs, (name) => measure(source, {}, name))).toEqual(costs)
  for (const name of [null, '__proto__']) expect(measure(source, {}, name)).toBe('invalid_document')
})

test('lists are weighed as long as they get, by literals, variables and defaults', () => {
  const list = (first: string) => `portfolios(first: 100) { nodes { assets${first} { ${NAMES} } } }`
  const costly: readonly (readonly [string, object?])[] = [
    ['{ apiKeys(firmId: "f", first: 600) { nodes { usage { days { date ok refused } } } } }'],
    [`query ($n: Int) { ${list('(first: $n)')} }`, { n: 1000 }],
    [`query ($n: Int = 1000) { ${list('(first: $n)')} }`],
    [`query ($n: Int = 1001) { plants(first: $n) { totalCount } }`],
    ['{ plants(first: 99999999999999999999) { totalCount } }'],
    [`{ ...F } fragment F on Query { ${list('(first: 1000)')} }`],
  ]
  for (const [source, variables] of costly)
    expect.soft(measure(source, variables), source).toBe(COSTLY)
  // A small page passes, also if the default of its variable is large.
  const source = `query ($n: Int = 1000) { ${list('(first: $n)')} }`
  expect([measure(source, { n: 10 }), measure(source, { n: null })]).toEqual([100, 100])
  expect(measure('{ plants(first: -5) { nodes { id } } }')).toBe(1)
})

describe('introspection counts by what it returns', () => {
  const standard = getIntrospectionQuery({ descriptions: false, inputValueDeprecation: true })

  const documents: readonly (readonly [string, Record<string, unknown>?])[] = [
    ['{ __type(name: "Asset") { name fields { args { type { ofType { name } } } } } }'],
    ['query ($n: String!) { __type(name: $n) { fields { name } } }', { n: 'Asset' }],
    ['{ __schema { types { name kind enumValues { name } possibleTypes { name } } } }'],
    [`{ __schema { types { fields { ${many(15, 'type { kind }')} } } } }`],
    [
      'query ($no: Boolean = false) { ...F __schema { types { kind } types { ... { kind name } } directives @include(if: $no) { name } } } fragment F on Query { __schema { types { name __typename } } }',
    ],
    [standard],
  ]
  test('exactly', () => {
    for (const [source, variables = {}] of documents) {
      const document = parse(source)
      const { data, errors } = executeSync({ schema, document, variableValues: variables })
      expect(errors).toBeUndefined()
      const { fields, requests } = costOf(schema, document, null, variables)
      expect.soft(fields, source).toBe(membersIn(data))
      expect.soft(requests, source).toBe(Math.ceil(fields / 500))
    }
  })

  test('a long text counts as a field for each 100 characters', () => {
    const described = '{ __type(name: "Asset") { fields { description } } }'
    const named = '{ __type(name: "Asset") { fields { name } } }'
    const fieldsOf = (source: string) => costOf(schema, parse(source), null, {}).fields
    const type = schema.getType('Asset')
    const all = isObjectType(type) ? Object.values(type.getFields()) : []
    const texts = all.map(({ description }) => Math.floor((description ?? '').length / 100))
    expect(all.length).toBeGreaterThan(10)
    expect(fieldsOf(described) - fieldsOf(named)).toBe(texts.reduce((sum, each) => sum + each, 0))
  })

  test('that is too wide is rejected', () => {
    const fields = many(40, 'fields { name type { name ofType { name } } }')
    expect(measure(`{ __schema { types { ${fields} } } }`)).toBe(COSTLY)
  })
})

test('fields of the types of an interface count as well', () => {
  const stones = (count: number) =>
    inPortfolio(`assets(first: 100) { nodes { categoryDetail {
      ... on JewelryDetail { stones { ${many(count, 'stone')} } } } } }`)
  expect([measure(stones(2)), measure(stones(40))]).toEqual([1, COSTLY])
  // The name of the type counts only under another name.
  const wide = (last: string) =>
    inPortfolio(`assets(first: 100) { nodes { ${many(199, 'id')} ${last} } }`)
  expect([measure(wide('__typename')), measure(wide('t: __typename'))]).toEqual([1, COSTLY])
})
