import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assets } from '../rest/records.ts'
import { type Call, testGateway } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { outcomesOf } from '../support/tables.ts'
import { rejectionOf } from './rejection-of.ts'

// The guide names the limits and error codes of GraphQL. Each limit is reached exactly, and exceeded by one.
const GUIDE = readFileSync('docs/guide/graphql.md', 'utf8')
const ERRORS = readFileSync('docs/guide/errors.md', 'utf8')
const gateway = testGateway()
const reader = testReader(gateway, assets(1))

const repeat = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ')
const nested = (count: number) => `${'{ a '.repeat(count)}${'}'.repeat(count)}`

/** Texts that reach a limit of a document with `n` of what the guide counts. They need not fit the schema. */
const OF_DOCUMENTS: Readonly<Record<string, (n: number) => string>> = {
  'characters of a document': (n) => '{ a }'.padEnd(n),
  'tokens of a document': (n) => `{ ${repeat(n - 2, (i) => `a${i}`)} }`,
  // 99 of the same are 4,851 pairs.
  'fields, those of a fragment at each spread, and pairs of the same': (n) =>
    `{ ${'a '.repeat(99)} ${repeat(n - 4_950, (i) => `b${i}`)} }`,
  'levels of fields': nested,
  'brackets within each other': (n) => `{ a(b: ${'['.repeat(n - 2)}${']'.repeat(n - 2)}) }`,
  'aliases of an operation or fragment': (n) => `{ ${repeat(n, (i) => `a${i}: b`)} }`,
  'operations and fragments': (n) => repeat(n, (i) => `query q${i} { a }`),
  'variables of an operation': (n) => `query (${repeat(n, (i) => `$v${i}: ID`)}) { a }`,
  'characters of a name': (n) => `{ ${'a'.repeat(n)} }`,
}
const OF_PAGES: Readonly<Record<string, (n: number) => string>> = {
  'entries of a page': (n) => `assets(first: ${n}) { nodes { id } }`,
  'entries of a page of documents': (n) =>
    `assets(first: 1) { nodes { documents(first: ${n}) { nodes { id } } } }`,
}
const FIELDS = 'fields that the result may have'

const rows = [...GUIDE.matchAll(/^\| ([a-z, ]+) \| ([\d,]+) \| `(\w+)` \|$/gm)].map(
  ([, limit = '', most = '', code = '']) => ({ limit, most: Number(most.replace(',', '')), code }),
)
const rowOf = (limit: string) => rows.find((row) => row.limit === limit) ?? { most: 0, code: '' }

describe('the limits of the guide', () => {
  test('are those that are tried here', () => {
    const tried = [...Object.keys(OF_DOCUMENTS), FIELDS, ...Object.keys(OF_PAGES)]
    expect(rows.map(({ limit }) => limit)).toEqual(tried)
  })

  test('hold exactly, and not for one more', async () => {
    for (const [limit, textOf] of Object.entries(OF_DOCUMENTS)) {
      const { most, code } = rowOf(limit)
      const codes = [rejectionOf(textOf(most)), rejectionOf(textOf(most + 1))]
      expect.soft(codes, limit).toEqual([null, code])
    }
    for (const [limit, textOf] of Object.entries(OF_PAGES)) {
      const { most, code } = rowOf(limit)
      const replies = [await reader.ask(textOf(most)), await reader.ask(textOf(most + 1))]
      const codes = replies.map(({ json }) => json.errors?.[0].extensions.code)
      expect.soft(codes, limit).toEqual([undefined, code])
    }
  })

  test(FIELDS, async () => {
    const lists = 'valuations(first: 100) { nodes { id source valuedAt value { amount } } }'
    const { json } = await reader.ask(`assets(first: 100) { nodes { ${lists} } }`)
    const { most, code } = rowOf(FIELDS)
    const [error] = json.errors
    expect([error.extensions.code, error.message]).toEqual([
      code,
      expect.stringContaining(`more than ${most} fields`),
    ])
  })
})

const post = (body: string, call: Call = {}) =>
  gateway.graphql('', { key: reader.key, body, ...call })
const ask = (query: string) => post(JSON.stringify({ query }))

const PROVOKED: Readonly<Record<string, () => ReturnType<typeof post>>> = {
  invalid_document: () => ask('{ colour }'),
  document_too_costly: () => ask(`{ ${repeat(51, (i) => `a${i}: viewer { id }`)} }`),
  invalid_body: () => post('{'),
  body_too_large: () => post(' '.repeat(256 * 1024 + 1)),
  unsupported_media_type: () => post('{}', { headers: { 'Content-Type': 'text/plain' } }),
  caller_not_allowed: () => ask('{ connectedApps(first: 1) { nodes { id } } }'),
  document_not_trusted: () => post('{"documentId":"unknown"}'),
}

describe('the error codes of the guide', () => {
  const named = [...GUIDE.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)

  test('are those that are provoked here', () => {
    expect(named).toEqual(Object.keys(PROVOKED))
  })

  test('are those that the requests get', async () => {
    const codes = await outcomesOf(PROVOKED, async (provoke) => {
      const { json } = await provoke()
      return json.errors[0].extensions.code
    })
    expect(codes).toEqual(Object.fromEntries(Object.keys(PROVOKED).map((code) => [code, code])))
  })

  test('and of its page on errors are all that the server of GraphQL throws for a key', () => {
    const sources = ['src/graphql', 'src/http'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    const thrown = sources.flatMap((text) =>
      [...text.matchAll(/new GatewayError\(\s*'(\w+)'|(invalidParameter)\(/g)].map(
        ([, code = 'invalid_parameter']) => code,
      ),
    )
    // A key sends no cookie.
    const ofSessions = ['origin_not_allowed']
    // Errors of HTTP, before a path is known: docs/guide/errors.md says what to do with an unknown 4xx.
    const ofHttp = ['malformed_request', 'headers_too_large']
    const unnamed = [...new Set(thrown)].filter(
      (code) => !named.includes(code) && !ERRORS.includes(`\`${code}\``),
    )
    expect(unnamed.filter((code) => ![...ofSessions, ...ofHttp].includes(code))).toEqual([])
    expect(thrown.length).toBeGreaterThan(10)
  })
})

test('the cost of a request is in its result and its headers', async () => {
  const query =
    '{ a: viewer { id } portfolios(first: 2) { nodes { assets(first: 100) { nodes { id } } } } }'
  const { json, headers } = await ask(query)
  expect([json.extensions.cost, headers.get('X-RateLimit-Cost')]).toEqual([3, '3'])
})
