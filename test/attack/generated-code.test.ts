import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedGateway, startGateway } from './server.ts'

// More often than any earlier release needed before it compiled a document (six).
const TIMES = 8
// Hundreds of requests, on a machine that may be busy.
const LONG = 180_000
const traces = mkdtempSync(join(tmpdir(), 'orangery-traces-'))

// Read from the package, so that another version's are tried too.
const compiler = dirname(createRequire(import.meta.url).resolve('graphql-jit'))
const CONSTANTS = readdirSync(compiler)
  .filter((file) => file.endsWith('.js'))
  .flatMap((file) => [
    ...readFileSync(join(compiler, file), 'utf8').matchAll(/const MAGIC_\w+ = "([^"]+)"/g),
  ])
  .map(([, constant = '']) => constant)

const leavingTrace = (name: string) =>
  `process.getBuiltinModule('fs').writeFileSync('${join(traces, name)}','')`

/**
 * Texts that leave a file, or end the process, where a part of them is run as code. Of each kind one
 * for each constant: in one document they would hide each other where one of them does not compile.
 */
const KINDS = [
  (constant: string) => constant,
  (constant: string, i: number) => constant + leavingTrace(`value-${i}`),
  (constant: string, i: number) =>
    `${constant}0)+${leavingTrace(`closed-${i}`)}+process.exit(9)+(0`,
  (constant: string, i: number) =>
    `${constant}'+${leavingTrace(`quote-${i}`)}+'\${${leavingTrace(`template-${i}`)}}`,
].map((make) => CONSTANTS.map(make))
const PAYLOADS = KINDS.flat()

const plain = (text: string) => JSON.stringify(text)
const escaped = (text: string) =>
  `"${[...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
const block = (text: string) => `"""${text}"""`
type Each = (field: (payload: string, i: number) => string) => string

/** Documents with several texts in one kind of place. */
const PLACES: [string, (write: (text: string) => string, each: Each) => string][] = [
  [
    'an argument',
    (w, each) => `{ ${each((p, i) => `a${i}: portfolio(clientId: ${w(p)}) { currency }`)} }`,
  ],
  [
    'an argument below a portfolio',
    (w, each) =>
      `{ portfolio(clientId: "CLIENT") { ${each((p, i) => `a${i}: asset(registryId: ${w(p)}) { id }`)} } }`,
  ],
  [
    'a list',
    (w, each) =>
      `{ ${each((p, i) => `a${i}: grantPreview(scopes: [], filter: { type: items, values: [${w(p)}] }) { __typename }`)} }`,
  ],
  [
    'an input object',
    (w, each) =>
      `{ portfolio(clientId: "CLIENT") { ${each((p, i) => `a${i}: assets(first: 1, filter: { category: ${w(p)} }) { totalCount }`)} } }`,
  ],
  [
    'a scalar of ours',
    (w, each) =>
      `{ portfolio(clientId: "CLIENT") { ${each((p, i) => `a${i}: assets(first: 1, filter: { updatedSince: ${w(p)} }) { totalCount }`)} } }`,
  ],
  [
    'directives',
    (w, each) =>
      `{ ${each((p, i) => `a${i}: viewer @include(if: ${w(p)}) { id } b${i}: viewer @skip(if: ${w(p)}) { id }`)} }`,
  ],
  [
    'a default of a variable',
    (w, each) =>
      `query (${each((p, i) => `$v${i}: ID = ${w(p)}`)}) { ${each((_p, i) => `a${i}: grant(id: $v${i}) { id }`)} }`,
  ],
  [
    'arguments of a mutation',
    (w, each) => `mutation { ${each((p, i) => `a${i}: revokeApiKey(keyId: ${w(p)}) { id }`)} }`,
  ],
  [
    'an input object of a mutation',
    (w, each) =>
      `mutation { ${each((p, i) => `a${i}: createApiKey(input: { idempotencyKey: ${w(p)}, firmId: ${w(p)}, name: ${w(p)}, environment: sandbox, scopes: [], allowedIps: [${w(p)}] }) { __typename }`)} }`,
  ],
]

let gateway: StartedGateway
let key = ''
let clientId = ''

beforeAll(async () => {
  gateway = await startGateway()
  clientId = gateway.demo.clients.ashdown
  const firm = await command(
    'firm',
    'create',
    '--name',
    'F',
    '--plan',
    'enterprise',
    '--tier',
    'enterprise',
  )
  const made = await command(
    'key',
    'create',
    '--firm',
    firm.id ?? '',
    '--name',
    'K',
    '--environment',
    'production',
    '--scopes',
    'registry,valuation,documentation',
  )
  key = made.secret ?? ''
  await command(
    'grant',
    'create',
    '--key',
    made.id ?? '',
    '--client',
    clientId,
    '--scopes',
    'registry,valuation,documentation',
  )
}, 240_000)

afterAll(async () => {
  await gateway.stop()
  rmSync(traces, { recursive: true, force: true })
})

function command(...argv: string[]) {
  return gateway.orangery(...argv)
}

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

test('the compiler has constants to try', () => {
  expect(CONSTANTS.length).toBeGreaterThanOrEqual(4)
  expect(CONSTANTS.join()).toContain('DATE')
})

describe.each([
  ['plain', plain],
  ['escaped', escaped],
  ['in a block', block],
])('texts that are %s', (_form, write) => {
  test.each(PLACES)('as %s, by POST and by GET', async (_place, documentWith) => {
    for (const payloads of KINDS) {
      const each: Each = (field) => payloads.map(field).join(' ')
      const query = documentWith(write, each).replace('CLIENT', clientId)
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

test(
  'values of variables, operation names and extensions',
  async () => {
    for (const payload of PAYLOADS) {
      const query =
        'query Q($id: ID!, $filter: AssetListing) { portfolio(clientId: $id) { assets(first: 1, filter: $filter) { totalCount } } }'
      const id = clientId
      const variables = [
        { id: payload },
        { id, filter: { category: payload } },
        { id, [payload]: 1 },
      ]
      for (const values of variables)
        expectNothingRan(await answers('/graphql', post({ query, variables: values })))
      expectNothingRan(await answers('/graphql', post({ query, operationName: payload })))
      const extensions = { persistedQuery: { sha256Hash: payload } }
      expectNothingRan(await answers('/graphql', post({ query, variables: { id }, extensions })))
    }
  },
  LONG,
)

test(
  'values of REST parameters',
  async () => {
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
  },
  LONG,
)

test(
  'values of the plant store',
  async () => {
    const headers = { Authorization: `Bearer ${gateway.demo.accessToken}` }
    for (const [i, payload] of PAYLOADS.entries()) {
      const plant = { id: 9_000 + i, name: payload.slice(0, 200), tag: payload.slice(-200) }
      expectNothingRan(await answers('/plants', post({ ...plant }, headers), 1))
      expectNothingRan(await answers('/plants', post({ ...plant }, headers)))
      expectNothingRan(
        await answers(`/plants/${encodeURIComponent(payload)}`, { method: 'DELETE', headers }),
      )
    }
  },
  LONG,
)
