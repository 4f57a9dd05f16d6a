import { readFileSync } from 'node:fs'
import { getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { membersIn } from '../graphql/measured-cost.ts'
import { testProcess } from './server.ts'

/** The worst documents that a search over paths, aliases, repeats and fragments of the schema has found. */
const DOCUMENTS: readonly string[] = JSON.parse(
  readFileSync(new URL('hostile-documents.json', import.meta.url), 'utf8'),
)
const LIMIT = 100
// One request pays for so many members of objects, each with a name of 128 characters and 100 of text at most.
const MEMBERS = 500
const BYTES = MEMBERS * (128 + 100 + 6)
const WIDE = `{__schema{types{fields{${Array.from({ length: 49 }, (_, i) => `a${i}:type{name kind ofType{name kind}}`).join(' ')}}}}}`

const gateway = testProcess({ TRUST_PROXY: '1', PUBLIC_URL: 'https://gateway.example.com' })
let addresses = 0

interface Outcome {
  readonly status: number
  readonly code: string | null
  readonly members: number
  readonly bytes: number
  /** The number of requests that the address has left. */
  readonly left: number
}

async function send(query: string, address: string): Promise<Outcome> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ query }),
  })
  const text = await response.text()
  const { data, errors } = JSON.parse(text)
  return {
    status: response.status,
    code: data ? null : (errors?.[0].extensions.code ?? null),
    members: membersIn(data),
    bytes: text.length,
    left: Number(response.headers.get('X-RateLimit-Remaining')),
  }
}

const newAddress = () => `198.51.100.${++addresses}`

test('there are twenty documents', () => {
  expect(DOCUMENTS).toHaveLength(20)
})

test.each(
  DOCUMENTS.map((query, i) => [i, query] as const),
)('hostile document %i: an anonymous caller pays for what it gets', async (_i, query) => {
  const { status, code, members, bytes, left } = await send(query, newAddress())
  expect(status).toBe(200)
  // The error of a field that serves no anonymous caller, or of a document that is refused since the schema has grown.
  expect([null, 'missing_api_key', 'document_too_costly']).toContain(code)
  const paid = LIMIT - left
  expect(members).toBeLessThanOrEqual(paid * MEMBERS)
  // The errors of fields that serve no anonymous caller are not among the members.
  expect(bytes).toBeLessThanOrEqual(paid * (BYTES + 50_000))
})

test('ten addresses together get what their limits allow, in a minute, and no more', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const address = newAddress()
      return Promise.all([...DOCUMENTS, ...DOCUMENTS].map((query) => send(query, address)))
    }),
  )
  for (const ofAddress of outcomes) {
    const refused = ofAddress.filter(({ status }) => status === 429 || status === 503)
    expect(refused.length).toBeGreaterThan(0)
    const members = ofAddress.reduce((sum, outcome) => sum + outcome.members, 0)
    expect(members).toBeLessThanOrEqual(LIMIT * MEMBERS)
  }
}, 120_000)

test('a result of a hundred thousand members is refused', async () => {
  const { code, members } = await send(WIDE, newAddress())
  expect([code, members]).toEqual(['document_too_costly', 0])
})

test('the standard introspection counts as one request, in every form', async () => {
  const address = newAddress()
  const first = await send(getIntrospectionQuery(), address)
  const wider = getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true })
  const second = await send(wider, address)
  expect([first.left, second.left]).toEqual([LIMIT - 1, LIMIT - 2])
  expect(first.members).toBeGreaterThan(5_000)
  expect(second.members).toBeGreaterThan(first.members)
})

test('the same query in another form counts by what it returns', async () => {
  const query = getIntrospectionQuery().replace('queryType { name kind }', 'queryType { name }')
  const { members, left } = await send(query, newAddress())
  expect(LIMIT - left).toBeGreaterThanOrEqual(Math.ceil(members / MEMBERS))
})
