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
