import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createDocumentCache,
  parseDocument,
} from '../../src/graphql/plugins/use-document-budget.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { rejectionOf } from './rejection-of.ts'

const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.pool, 'query')
let clientId = ''
let key = ''

beforeAll(async () => {
  clientId = await clientWith(database, [{ type: 'asset', ref: 'a', title: 'A', category: 'art' }])
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, clientId)
})

const repeat = (count: number, field: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => field(i)).join(' ')
const doubling = (count: number, type: string, leaf: string) =>
  repeat(count, (i) => {
    const next = i + 1 < count ? `...f${i + 1} ...f${i + 1}` : leaf
    return `fragment f${i} on ${type} { ${next} }`
  })
interface Rejected {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly code?: string
}

const ONE = 'query ($id: ID!) { portfolio(clientId: $id) { currency } }'
const PAGE = 'query ($n: Int) { portfolios(first: $n) { nodes { currency } } }'
const INVALID = 'invalid_document'
const TYPES = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'

// One for each rule: the tests of the size and of the cost of documents have the others.
const REJECTED: Readonly<Record<string, Rejected>> = {
  'too many aliases': { query: `{ ${repeat(51, (i) => `a${i}: viewer { id }`)} }` },
  'too many tokens': { query: `{ ${'viewer { id } '.repeat(600)} }`, code: INVALID },
  'too large a page, in a variable': { query: PAGE, variables: { n: 5000 } },
  'too many fields in all': {
    query:
      '{ portfolios(first: 100) { nodes { assets(first: 100) { nodes { valuations(first: 100) { nodes { id } } } } } } }',
  },
  'fragments in a circle': {
    query: '{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }',
    code: INVALID,
  },
  'too deep an introspection': {
    query: `{ __type(name: "Asset") { ${'ofType { '.repeat(30)} name ${'} '.repeat(30)} } }`,
  },
  'too repetitive an introspection': { query: TYPES, code: INVALID },
  'a subscription': { query: 'subscription { viewer { id } }', code: INVALID },
  'operations without a name': {
    query: 'query A { viewer { id } } query B { viewer { id } }',
    code: INVALID,
  },
  'an unknown field': { query: '{ viewer { password } }', code: INVALID },
  'no document': { query: '', code: INVALID },
  nonsense: { query: '{{{{', code: INVALID },
  'brackets without end': { query: '{ viewer '.repeat(1_500), code: INVALID },
  'an unknown directive': { query: '{ viewer @defer { id } }', code: INVALID },
  'a variable of the wrong kind': { query: PAGE, variables: { n: '1' }, code: INVALID },
  'a variable that is missing': { query: ONE, code: INVALID },
  'a list for one value': { query: ONE, variables: { id: ['user_x', 'user_y'] }, code: INVALID },
}

test('a document that breaks a rule is rejected before anything runs', async () => {
  for (const [what, rejected] of Object.entries(REJECTED)) {
    const { query, variables, code = 'document_too_costly' } = rejected
    await gateway.graphql('{ viewer { id } }', { key })
    statements.mockClear()
    const { json, status } = await gateway.graphql(query, { key, ...(variables && { variables }) })
    expect.soft(json, what).not.toHaveProperty('data')
    const error = { code, type: 'invalid_request_error' }
    expect.soft(json.errors[0].extensions, what).toMatchObject(error)
    expect([200, 400]).toContain(status)
    // The one that identifies the caller.
    expect.soft(statements.mock.calls, what).toHaveLength(1)
  }
})

// Selecting each field of these as often as a fragment is spread would take longer than any test.
describe('served', () => {
  test('fragments that double, and what is repeated within the limits', async () => {
    for (const query of [
      `{ viewer { ...f0 } } ${doubling(40, 'Viewer', 'id')}`,
      `query { portfolios { nodes { assets { nodes { ...f0 } } } } } ${doubling(40, 'Asset', 'title')}`,
      `{ viewer { ${'id '.repeat(80)} } }`,
      `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(40)} }`,
    ]) {
      const { json } = await gateway.graphql(query, { key })
      expect(json, query.slice(0, 60)).not.toHaveProperty('errors')
    }
  })

  test('a long list of one scope', async () => {
    const query = `query ($s: [Scope!]) { portfolio(clientId: "${clientId}") { assets(require: $s) { totalCount } } }`
    const variables = { s: Array(15_000).fill('registry') }
    const { json } = await gateway.graphql(query, { key, variables })
    expect(json.data.portfolio.assets.totalCount).toBe(1)
  })
})

test('a field skipped by @include is not run', async () => {
  statements.mockClear()
  const { json } = await gateway.graphql(
    `query ($no: Boolean = false) { viewer { kind } portfolio(clientId: "${clientId}") @include(if: $no) { currency } }`,
    { key },
  )
  expect(json.data).toEqual({ viewer: { kind: 'partner' } })
  expect(statements.mock.calls).toHaveLength(1)
})

const aliases = (count: number) => repeat(count, (i) => `a${i}: viewer { id }`)

const nested = (depth: number) => `{ ${'viewer { '.repeat(depth - 1)}id${' }'.repeat(depth - 1)} }`

const tree = (depth: number): string =>
  depth === 0 ? 'id' : `viewer { ${tree(depth - 1)} ${tree(depth - 1)} }`

const chain = (count: number, body: (next: string) => string, leaf: string) =>
  repeat(
    count,
    (i) => `fragment f${i} on __Type { ${i + 1 < count ? body(`...f${i + 1}`) : leaf} }`,
  )

const inFirst = (fragments: string) => `{ __type(name: "Asset") { ...f0 } } ${fragments}`

/** By name, so that a failure is short. */
const codesOf = (documents: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(documents).map(([name, text]) => [name, rejectionOf(text)]))

const allAre = (documents: object, code: string | null) =>
  Object.fromEntries(Object.keys(documents).map((name) => [name, code]))

test('documents within the limits are accepted', () => {
  const spread40 = repeat(40, (i) => `...f${i}`)
  const documents = {
    'the standard introspection': getIntrospectionQuery(),
    '50 aliases in each of two operations': `query A { ${aliases(50)} } query B { ${aliases(50)} }`,
    '500 fields': `{ ${repeat(500, (i) => `f${i}`)} }`,
    'a field of 40 fragments': `{ ${spread40} } ${repeat(40, (i) => `fragment f${i} on Query { viewer { id } }`)}`,
    'a fragment that is not there': '{ ...F }',
    'a type': 'type Viewer { id: ID }',
  }
  expect(codesOf(documents)).toEqual(allAre(documents, null))
})

test('documents beyond them are rejected before validation', () => {
  const named9 = `fragment F on Viewer { ${repeat(9, (i) => `a${i}: id`)} }`
  const chained = repeat(
    49,
    (i) => `fragment f${i} on Viewer { id ${i < 48 ? `...f${i + 1}` : ''} }`,
  )
  const following = repeat(
    40,
    (i) => `fragment f${i} on Viewer { id ${repeat(39 - i, (j) => `...f${i + j + 1}`)} }`,
  )
  const documents = {
    '51 aliases in a fragment': `{ ...F } fragment F on Query { ${aliases(51)} }`,
    '51 in the other operation': `query A { viewer { id } } query B { ${aliases(51)} }`,
    '51 aliases of introspection': `{ ${repeat(51, (i) => `a${i}: __typename`)} }`,
    '54 by a fragment in several places': `{ ${repeat(6, (i) => `v${i}: viewer { ...F }`)} } ${named9}`,
    '16 levels that are not there': nested(16).replaceAll('viewer', 'nothing'),
    'inline fragments in each other': `{ ${'... { '.repeat(60)} id ${'}'.repeat(60)} }`,
    'a long alias': `{ ${'a'.repeat(129)}: viewer { id } }`,
    'one field 490 times': `{ viewer { ${'id '.repeat(490)} } }`,
    'one list 140 times': `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(140)} }`,
    'fields that double': `{ ${tree(8)} }`,
    'fields and fragments': `{ ${repeat(50, () => 'viewer { ...f0 }')} } ${chained}`,
    'fragments that name all that follow': `{ viewer { ...f0 } } ${following}`,
    'fragments in circles': inFirst(
      'fragment f0 on __Type { ...f1 } fragment f1 on __Type { ...f0 ofType { ...f0 } }',
    ),
    'fragments that multiply': inFirst(
      chain(49, (next) => `ofType { ${next} } a: ofType { ${next} }`, 'name'),
    ),
  }
  expect(codesOf(documents)).toEqual(allAre(documents, 'document_too_costly'))
  expect(rejectionOf(`{ ${'viewer { id } '.repeat(600)} }`)).toBe('invalid_document')
})

test('the size of a document is that of its tokens, its selections and its repetitions', () => {
  const sizeOf = (text: string) => parseDocument(text).size
  expect(sizeOf('{ viewer { id } }')).toBe(6 + 2)
  expect(sizeOf(`{ ${'viewer { id } '.repeat(3)} }`)).toBe(14 + 3 + 3 + 3 + 3)
})

test('the document cache is limited in bytes', () => {
  const cache = createDocumentCache()
  for (let i = 0; i < 1_000; i++) {
    const text = `{ viewer { ${repeat(400, (j) => `f${j}x${i}`)} } }`
    cache.set(text, parseDocument(text).document)
  }
  expect(cache.calculatedSize).toBeLessThanOrEqual(16 * 2 ** 20)
  expect(cache.size).toBeGreaterThan(20)
  expect(cache.size).toBeLessThan(100)
})
