import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

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
const meshOf = (count: number) =>
  repeat(count, (i) => `fragment f${i} on Viewer { ${repeat(count, (j) => `...f${j}`)} }`)

interface Rejected {
  readonly what: string
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly code?: string
}

const REJECTED: Rejected[] = [
  { what: 'too many aliases', query: `{ ${repeat(51, (i) => `a${i}: viewer { id }`)} }` },
  {
    what: 'too many tokens',
    query: `{ ${'viewer { id } '.repeat(600)} }`,
    code: 'invalid_document',
  },
  {
    what: 'too large a page, in a variable',
    query: 'query ($n: Int) { portfolios(first: $n) { nodes { currency } } }',
    variables: { n: 5000 },
  },
  {
    what: 'too large a page, as the default of a variable',
    query: 'query ($n: Int = 5000) { portfolios(first: $n) { nodes { currency } } }',
  },
  {
    what: 'too many fields in all',
    query:
      '{ portfolios(first: 100) { nodes { assets(first: 100) { nodes { valuations(first: 100) { nodes { id } } } } } } }',
  },
  { what: 'one field over and over', query: `{ viewer { ${'id '.repeat(490)} } }` },
  {
    what: 'the same list over and over',
    query: `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(140)} }`,
  },
  {
    what: 'a long document',
    query: `{ viewer { id } } # ${'x'.repeat(32_768)}`,
  },
  {
    what: 'fragments in a circle',
    query: '{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }',
    code: 'invalid_document',
  },
  {
    what: 'fragments that all name each other',
    query: `{ viewer { ...f0 } } ${meshOf(20)}`,
  },
  {
    what: 'too deep an introspection',
    query: `{ __type(name: "Asset") { ${'ofType { '.repeat(30)} name ${'} '.repeat(30)} } }`,
  },
  {
    what: 'too repetitive an introspection',
    query: `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
    code: 'invalid_document',
  },
  { what: 'a subscription', query: 'subscription { viewer { id } }', code: 'invalid_document' },
  {
    what: 'several operations without a name',
    query: 'query A { viewer { id } } query B { viewer { id } }',
    code: 'invalid_document',
  },
  { what: 'an unknown field', query: '{ viewer { password } }', code: 'invalid_document' },
  { what: 'no document', query: '', code: 'invalid_document' },
  { what: 'nonsense', query: '{{{{', code: 'invalid_document' },
  { what: 'brackets without end', query: '{ viewer '.repeat(1_500), code: 'invalid_document' },
  {
    what: 'an unknown directive',
    query: '{ viewer @defer { id } }',
    code: 'invalid_document',
  },
  {
    what: 'a variable of the wrong kind',
    query: 'query ($n: Int) { portfolios(first: $n) { nodes { currency } } }',
    variables: { n: '1' },
    code: 'invalid_document',
  },
  {
    what: 'a variable that is missing',
    query: 'query ($id: ID!) { portfolio(clientId: $id) { currency } }',
    code: 'invalid_document',
  },
  {
    what: 'a list where one value belongs',
    query: 'query ($id: ID!) { portfolio(clientId: $id) { currency } }',
    variables: { id: ['user_x', 'user_y'] },
    code: 'invalid_document',
  },
]

describe('rejected before anything runs', () => {
  test.each(REJECTED)('$what', async ({ query, variables, code = 'document_too_costly' }) => {
    await gateway.graphql('{ viewer { id } }', { key })
    statements.mockClear()
    const { json, status } = await gateway.graphql(query, { key, ...(variables && { variables }) })
    expect(json).not.toHaveProperty('data')
    expect(json.errors[0].extensions).toMatchObject({ code, type: 'invalid_request_error' })
    expect([200, 400]).toContain(status)
    // The one that identifies the caller.
    expect(statements.mock.calls).toHaveLength(1)
  })
})

// Selecting each field of these as often as a fragment is spread would take longer than any test.
describe('served', () => {
  test.each([
    ['the standard introspection', getIntrospectionQuery()],
    ['fragments that double, of one type', `{ viewer { ...f0 } } ${doubling(40, 'Viewer', 'id')}`],
    [
      'fragments that double, in a list',
      `query { portfolios { nodes { assets { nodes { ...f0 } } } } } ${doubling(40, 'Asset', 'title')}`,
    ],
    ['one field over and over', `{ viewer { ${'id '.repeat(80)} } }`],
    [
      'the same list over and over',
      `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(40)} }`,
    ],
  ])('%s', async (_what, query) => {
    const { json } = await gateway.graphql(query, { key })
    expect(json).not.toHaveProperty('errors')
  })

  test('50 aliases of one portfolio, each counted', async () => {
    const { secret, id } = await keyWith(database)
    await grantWith(database, id, clientId)
    const fields = repeat(50, (i) => `a${i}: portfolio(clientId: "${clientId}") { currency }`)
    const { headers, json } = await gateway.graphql(`{ ${fields} }`, { key: secret })
    expect(Object.keys(json.data)).toHaveLength(50)
    expect(headers.get('X-RateLimit-Remaining')).toBe('950')
  })

  test('a long variable that is not used', async () => {
    const variables = { unused: 'x'.repeat(200_000) }
    const { json } = await gateway.graphql('{ viewer { kind } }', { key, variables })
    expect(json.data).toEqual({ viewer: { kind: 'partner' } })
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
