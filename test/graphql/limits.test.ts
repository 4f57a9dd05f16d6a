import { expect, test, vi } from 'vitest'
import {
  createDocumentCache,
  parseDocument,
} from '../../src/graphql/plugins/use-document-budget.ts'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { rejectionOf } from './rejection-of.ts'

// docs/guide/graphql.md names each limit, and guide.test.ts tries each exactly. Here is what they count.
const gateway = testGateway()
const statements = vi.spyOn(gateway.serving.pool, 'query')
const reader = testReader(gateway, assets(1))

const repeat = (count: number, field: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => field(i)).join(' ')
const doubling = (count: number, type: string, leaf: string) =>
  repeat(count, (i) => {
    const next = i + 1 < count ? `...f${i + 1} ...f${i + 1}` : leaf
    return `fragment f${i} on ${type} { ${next} }`
  })
type Sent = readonly [query: string, variables?: Record<string, unknown>]

const ONE = 'query ($id: ID!) { portfolio(clientId: $id) { currency } }'
const PAGE = 'query ($n: Int) { portfolios(first: $n) { nodes { currency } } }'
const TYPES = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'

// One for each rule: the tests of the size and of the cost of documents have the others.
const COSTLY: Readonly<Record<string, Sent>> = {
  'too large a page, in a variable': [PAGE, { n: 5000 }],
  'too many fields in all': [
    '{ portfolios(first: 100) { nodes { assets(first: 100) { nodes { valuations(first: 100) { nodes { id } } } } } } }',
  ],
  'too deep an introspection': [
    `{ __type(name: "Asset") { ${'ofType { '.repeat(30)} name ${'} '.repeat(30)} } }`,
  ],
}
const INVALID: Readonly<Record<string, Sent>> = {
  'too repetitive an introspection': [TYPES],
  'a subscription': ['subscription { viewer { id } }'],
  'operations without a name': ['query A { viewer { id } } query B { viewer { id } }'],
  'brackets without end': ['{ viewer '.repeat(1_500)],
  'an unknown fragment': ['{ ...toString }'],
  'a condition without its value': ['query ($if: Boolean!) { viewer @include(if: $if) { id } }'],
  'an unknown directive': ['{ viewer @defer { id } }'],
  'a variable of the wrong kind': [PAGE, { n: '1' }],
  'a list for one value': [ONE, { id: ['user_x', 'user_y'] }],
}

test('a document that breaks a rule is rejected before anything runs', async () => {
  await gateway.graphql('{ viewer { id } }', reader)
  for (const [what, [query, variables = {}]] of Object.entries({ ...COSTLY, ...INVALID })) {
    const code = what in COSTLY ? 'document_too_costly' : 'invalid_document'
    statements.mockClear()
    const { json, status } = await gateway.graphql(query, { ...reader, variables })
    expect.soft(json, what).not.toHaveProperty('data')
    const error = { code, type: 'invalid_request_error' }
    expect.soft(json.errors[0].extensions, what).toMatchObject(error)
    expect([200, 400]).toContain(status)
    // The one that identifies the caller.
    expect.soft(statements.mock.calls, what).toHaveLength(1)
  }
})

// Selecting each field of these as often as a fragment is spread would take longer than any test.
test('fragments that double, and what is repeated within the limits, are served', async () => {
  for (const query of [
    `{ viewer { ...f0 } } ${doubling(40, 'Viewer', 'id')}`,
    `query { portfolios { nodes { assets { nodes { ...f0 } } } } } ${doubling(40, 'Asset', 'title')}`,
    `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(40)} }`,
  ]) {
    const { json } = await gateway.graphql(query, reader)
    expect(json, query.slice(0, 60)).not.toHaveProperty('errors')
  }
  const long = `query ($id: ID!, $s: [Scope!]) { portfolio(clientId: $id) { assets(require: $s) { totalCount } } }`
  const variables = { id: reader.clientId, s: Array(15_000).fill('registry') }
  const { json } = await gateway.graphql(long, { ...reader, variables })
  expect(json.data.portfolio.assets.totalCount).toBe(1)
})

const aliases = (count: number) => repeat(count, (i) => `a${i}: viewer { id }`)

const tree = (depth: number): string =>
  depth === 0 ? 'id' : `viewer { ${tree(depth - 1)} ${tree(depth - 1)} }`

const chain = (count: number, body: (next: string) => string, leaf: string) =>
  repeat(
    count,
    (i) => `fragment f${i} on __Type { ${i + 1 < count ? body(`...f${i + 1}`) : leaf} }`,
  )

const inFirst = (fragments: string) => `{ __type(name: "Asset") { ...f0 } } ${fragments}`

test('documents beyond the limits are rejected before validation, and others are not', () => {
  const named9 = `fragment F on Viewer { ${repeat(9, (i) => `a${i}: id`)} }`
  const following = repeat(
    40,
    (i) => `fragment f${i} on Viewer { id ${repeat(39 - i, (j) => `...f${i + j + 1}`)} }`,
  )
  const within = [
    `query A { ${aliases(50)} } query B { ${aliases(50)} }`,
    `{ ${repeat(500, (i) => `f${i}`)} }`,
    'type Viewer { id: ID }',
  ]
  const beyond = {
    '51 aliases in a fragment': `{ ...F } fragment F on Query { ${aliases(51)} }`,
    '54 by a fragment in several places': `{ ${repeat(6, (i) => `v${i}: viewer { ...F }`)} } ${named9}`,
    'one field 490 times': `{ viewer { ${'id '.repeat(490)} } }`,
    'fields that double': `{ ${tree(8)} }`,
    'fragments that name all that follow': `{ viewer { ...f0 } } ${following}`,
    'fragments in circles': inFirst(
      'fragment f0 on __Type { ...f1 } fragment f1 on __Type { ...f0 ofType { ...f0 } }',
    ),
    'fragments that multiply': inFirst(
      chain(49, (next) => `ofType { ${next} } a: ofType { ${next} }`, 'name'),
    ),
  }
  expect(within.map(rejectionOf)).toEqual([null, null, null])
  for (const [name, text] of Object.entries(beyond))
    expect.soft(rejectionOf(text), name).toBe('document_too_costly')
})

test('the size of a document is that of its tokens, its selections and its repetitions', () => {
  const sizeOf = (text: string) => parseDocument(text).size
  expect(sizeOf('{ viewer { id } }')).toBe(6 + 2)
  expect(sizeOf(`{ ${'viewer { id } '.repeat(3)} }`)).toBe(14 + 3 + 3 + 3 + 3)
})

test('the document cache is limited in bytes', () => {
  const cache = createDocumentCache()
  for (let i = 0; i < 200; i++) {
    const text = `{ viewer { ${repeat(400, (j) => `f${j}x${i}`)} } }`
    cache.set(text, parseDocument(text).document)
  }
  expect(cache.calculatedSize).toBeLessThanOrEqual(16 * 2 ** 20)
  expect(cache.size).toBeGreaterThan(20)
  expect(cache.size).toBeLessThan(100)
})
