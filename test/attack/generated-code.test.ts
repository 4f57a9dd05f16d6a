import { readdirSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  block,
  documentWith,
  escaped,
  KINDS,
  PAYLOADS,
  PLACES,
  plain,
  traces,
} from './generated-code.payloads.ts'
import { testProcess } from './server.ts'

// More often than any earlier release needed before it compiled a document (six).
const TIMES = 8

const gateway = testProcess()
const SCOPES = 'registry,valuation,documentation'
let key = ''
let clientId = ''

beforeAll(async () => {
  clientId = gateway.demo.clients.ashdown
  const { id, secret } = await gateway.newKey({ tier: 'enterprise', scopes: SCOPES })
  key = secret
  const terms = ['--key', id, '--client', clientId, '--scopes', SCOPES]
  await gateway.orangery('grant', 'create', ...terms)
})
afterAll(() => rmSync(traces, { recursive: true, force: true }))

interface Ask {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** The distinct responses to one request that is sent many times, without the parts that always differ. */
async function answers(path: string, ask: Ask, times = TIMES): Promise<string[]> {
  const kinds = new Set<string>()
  for (let time = 0; time < times; time++) {
    const response = await fetch(gateway.url + path, { ...ask, redirect: 'manual' })
    kinds.add(`${response.status} ${sameOrder(await response.text())}`)
  }
  return [...kinds]
}

// The errors of fields that run in parallel come in any order.
function sameOrder(text: string): string {
  if (!text.startsWith('{')) return text
  const body = JSON.parse(text.replaceAll(/request_\w+/g, 'request'))
  if (Array.isArray(body.errors)) body.errors = body.errors.map(plainJson).sort()
  return plainJson(body)
}

const plainJson = (value: unknown) => JSON.stringify(value)

const asKey = () => ({ Authorization: `Bearer ${key}`, 'X-Service-Version': '2024-01-01' })

const post = (body: object, headers: Record<string, string> = asKey()) => ({
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

function expectNothingRan(kinds: readonly string[]) {
  expect(readdirSync(traces)).toEqual([])
  expect(gateway.process.child.exitCode).toBeNull()
  expect(kinds).toHaveLength(1)
  expect(kinds[0]).not.toMatch(/^5/)
}

describe.each([
  ['plain', plain],
  ['escaped', escaped],
  ['in a block', block],
])('texts that are %s', (_form, write) => {
  const places = PLACES.map((place) => [place[0], place] as const)
  test.each(places)('as %s, by POST and by GET', async (_name, place) => {
    for (const payloads of KINDS) {
      const query = documentWith(place, payloads.map(write)).replace('CLIENT', clientId)
      expectNothingRan(await answers('/graphql', post({ query })))
      const address = `/graphql?query=${encodeURIComponent(query)}`
      // Node rejects a longer GET.
      if (address.length < 12_000) expectNothingRan(await answers(address, { headers: asKey() }))
    }
  })
})

test('one text alone, by GET, without a credential', async () => {
  for (const payload of KINDS[1] ?? []) {
    const query = `{ portfolio(clientId: ${plain(payload)}) { currency } }`
    const address = `/graphql?query=${encodeURIComponent(query)}`
    expectNothingRan(await answers(address, {}))
  }
})

test('values of variables, operation names and extensions', async () => {
  for (const payload of PAYLOADS) {
    const query =
      'query Q($id: ID!, $filter: AssetListing) { portfolio(clientId: $id) { assets(first: 1, filter: $filter) { totalCount } } }'
    const id = clientId
    const variables = [{ id: payload }, { id, filter: { category: payload } }, { id, [payload]: 1 }]
    for (const values of variables)
      expectNothingRan(await answers('/graphql', post({ query, variables: values })))
    expectNothingRan(await answers('/graphql', post({ query, operationName: payload })))
    const extensions = { persistedQuery: { sha256Hash: payload } }
    expectNothingRan(await answers('/graphql', post({ query, variables: { id }, extensions })))
  }
})

test('values of REST parameters', async () => {
  for (const payload of PAYLOADS) {
    const value = encodeURIComponent(payload)
    const own = `client_id=${clientId}`
    const paths = [
      `/api/v1/assets?client_id=${value}`,
      ...['category', 'min_value', 'updated_since', 'include', 'cursor', 'page_size'].map(
        (name) => `/api/v1/assets?${own}&${name}=${value}`,
      ),
      `/api/v1/assets?${own}&${value}=1`,
      `/api/v1/assets/${value}?${own}`,
      `/api/v1/assets/${value}/valuations?${own}&source=${value}&since=${value}`,
      `/api/v1/portfolio/summary?client_id=${value}`,
    ]
    for (const path of paths) expectNothingRan(await answers(path, { headers: asKey() }))
  }
})

test('values of the plant store', async () => {
  const headers = { Authorization: `Bearer ${gateway.demo.accessToken}` }
  for (const [i, payload] of PAYLOADS.entries()) {
    const plant = { id: 9_000 + i, name: payload.slice(0, 200), tag: payload.slice(-200) }
    expectNothingRan(await answers('/plants', post({ ...plant }, headers), 1))
    expectNothingRan(await answers('/plants', post({ ...plant }, headers)))
    expectNothingRan(
      await answers(`/plants/${encodeURIComponent(payload)}`, { method: 'DELETE', headers }),
    )
  }
})
