import { getIntrospectionQuery, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { GatewayError } from '../../src/errors.ts'
import { measureOperation } from '../../src/graphql/cost.ts'
import { schema } from '../../src/graphql/schema.ts'

/** What an operation costs its caller, or the code with which it is refused. */
function measure(source: string, variables = {}, name: string | null = null): number | string {
  try {
    return measureOperation(schema, parse(source), name, variables)
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown.code
    throw thrown
  }
}

const COSTLY = 'document_too_costly'
const NAMES = 'nodes { registryId title category quantity }'
const aliases = (count: number) =>
  Array.from({ length: count }, (_, i) => `a${i}: viewer { id }`).join(' ')

describe('an operation costs one for each root field that reads', () => {
  test.each([
    ['{ viewer { id } }', 1],
    ['{ a: viewer { id } b: viewer { id } portfolios { nodes { currency } } }', 3],
    ['{ __typename }', 0],
    ['{ __schema { queryType { name } } }', 0],
    ['{ __schema { queryType { name } } viewer { id } }', 1],
    ['{ ...F ...F ... { ...F } } fragment F on Query { viewer { id } }', 1],
    ['{ viewer @include(if: false) { id } }', 1],
    ['{ viewer @skip(if: true) { id } }', 1],
    ['mutation { a: deletePlant(id: 1) b: deletePlant(id: 2) }', 2],
  ])('%s: %i', (source, cost) => {
    expect(measure(source)).toBe(cost)
  })
})

describe('the operation that is meant', () => {
  const source = `query A { viewer { id } } query B { ${aliases(51)} }`
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
    'apiKeys(firmId: "f", first: 400) { nodes { usage { days { date ok refused } } } }',
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
    ['a page behind @include', `{ ... @include(if: false) { ${list('(first: 1000)')} } }`, {}],
    ['a page in a fragment', `{ ...F } fragment F on Query { ${list('(first: 1000)')} }`, {}],
    [
      'a page of edges',
      '{ portfolios(first: 100) { edges { node { assets(first: 1000) { edges { cursor } } } } } }',
      {},
    ],
  ])('%s', (_what, source, variables) => {
    expect(measure(source, variables)).toBe(COSTLY)
  })

  test('a small page passes, also where the default is a large one', () => {
    const source = `query ($n: Int = 1000) { ${list('(first: $n)')} }`
    expect(measure(source, { n: 10 })).toBe(1)
    expect(measure(source, { n: null })).toBe(1)
  })

  test('a page without a size is of 25', () => {
    const nested = (times: number) => `{ portfolios { nodes { assets { nodes {
      ${Array.from({ length: times }, () => 'valuations { nodes { id source valuedAt } }').join(' ')}
    } } } } }`
    expect(measure(nested(1))).toBe(1)
    expect(measure(nested(2))).toBe(COSTLY)
  })

  test('less than one counts as one', () => {
    expect(measure('{ plants(first: -5) { nodes { id } } }')).toBe(1)
  })
})

describe('the largest page of REST', () => {
  test('with everything beside it is served', () => {
    const source = `{ portfolio(clientId: "x") { assets(first: 100) { totalCount nodes {
      id registryId title category quantity createdAt updatedAt
      valuation { marketValue { amount currency } purchasePrice { amount currency } insuranceValue { amount currency } valuedAt }
      detail { description notes seller storageLocation collections { id name } } categoryDetail
      documentation { documentCount completenessScore }
      estate { heirs { name relationship sharePercent } shareLinks { id label createdAt expiresAt state } readiness { score gaps } }
      verification { status riskScore tamperState scans { scannedAt method result } }
      valuations { totalCount nodes { id value { amount currency } source valuedAt } }
      documents { totalCount completeness { score } nodes { id type title issuer issuedOn expiresOn fileSize } }
    } } } }`
    expect(measure(source)).toBe(1)
  })
})

describe('aliases', () => {
  test.each([
    ['50', `{ ${aliases(50)} }`, 50],
    ['51', `{ ${aliases(51)} }`, COSTLY],
    ['51 in a fragment', `{ ...F } fragment F on Query { ${aliases(51)} }`, COSTLY],
    ['51 of introspection', `{ ${aliases(51).replaceAll('viewer { id }', '__typename')} }`, COSTLY],
    [
      '51 below introspection',
      `{ __schema { ${aliases(51).replaceAll('viewer { id }', 'types { name }')} } }`,
      COSTLY,
    ],
    [
      '60 by fragments spread in several places',
      `{ ${Array.from({ length: 6 }, (_, i) => `v${i}: viewer { ...F }`).join(' ')} }
       fragment F on Viewer { ${Array.from({ length: 9 }, (_, i) => `a${i}: id`).join(' ')} }`,
      COSTLY,
    ],
  ])('%s', (_what, source, outcome) => {
    expect(measure(source)).toBe(outcome)
  })
})

describe('introspection', () => {
  test('of the whole schema passes', () => {
    const options = {
      inputValueDeprecation: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
    }
    expect(
      measure(getIntrospectionQuery({ ...options, schemaDescription: true, oneOf: true })),
    ).toBe(0)
  })

  test.each([
    ['deep', `{ __type(name: "Asset") { ${'ofType { '.repeat(20)} name ${'} '.repeat(20)} } }`],
    [
      'wide',
      `{ __schema { types { ${Array.from({ length: 40 }, (_, i) => `a${i}: fields { type { fields { name description type { name } } } }`).join(' ')} } } }`,
    ],
  ])('that is too %s is refused', (_what, source) => {
    expect(measure(source)).toBe(COSTLY)
  })
})

describe('fragments that multiply', () => {
  const chain = (count: number, body: (next: string) => string, leaf: string) =>
    Array.from(
      { length: count },
      (_, i) => `fragment f${i} on __Type { ${i + 1 < count ? body(`...f${i + 1}`) : leaf} }`,
    ).join(' ')

  test.each([
    ['without fields', chain(120, (next) => `${next} ${next}`, 'name')],
    ['with fields', chain(60, (next) => `ofType { ${next} } a: ofType { ${next} }`, 'name')],
    [
      'in circles',
      'fragment f0 on __Type { ...f1 } fragment f1 on __Type { ...f0 ofType { ...f0 } }',
    ],
  ])('%s are measured at once', (_what, fragments) => {
    const started = performance.now()
    measure(`{ __type(name: "Asset") { ...f0 } } ${fragments}`)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
