import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedGateway, startGateway } from './server.ts'

let gateway: StartedGateway

beforeAll(async () => {
  // Less memory than the documents below would take if all were cached.
  gateway = await startGateway({ NODE_OPTIONS: '--max-old-space-size=192' })
})
afterAll(() => gateway.stop())

const repeat = (count: number, field: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => field(i)).join(' ')

function ask(query: string, key?: string) {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ query }),
  })
}

/** The secret of a key of a new firm. */
async function newKey(environment: string, tier: string): Promise<string> {
  const firm = ['--name', 'F', '--plan', 'enterprise', '--tier', tier]
  const { id = '' } = await gateway.orangery('firm', 'create', ...firm)
  const key = ['--firm', id, '--name', 'K', '--environment', environment, '--scopes', 'registry']
  const { secret = '' } = await gateway.orangery('key', 'create', ...key)
  return secret
}

/** The number of requests that a request with this key counted as. */
async function priceOf(query: string, key: string): Promise<number> {
  const before = await ask('{ viewer { id } }', key)
  const response = await ask(query, key)
  expect(await response.json()).not.toHaveProperty('errors')
  return remaining(before) - remaining(response)
}

const remaining = ({ headers }: Response) => Number(headers.get('X-RateLimit-Remaining'))

const inPortfolio = (fields: string) =>
  `{ portfolio(clientId: "${gateway.demo.clients.ashdown}") { ${fields} } }`

describe('a document that is costly to validate is rejected', () => {
  test.each([
    ['one field over and over', `{ viewer { ${'id '.repeat(490)} } }`],
    ['one list over and over', `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(140)} }`],
    [
      'brackets in brackets',
      `{ portfolio(clientId: ${'['.repeat(990)}${']'.repeat(990)}) { id } }`,
    ],
    [
      'fragments that name all that follow',
      `{ ...f0 } ${repeat(40, (i) => `fragment f${i} on Query { ${repeat(39 - i, (j) => `...f${i + j + 1}`)} viewer { id } }`)}`,
    ],
    ['one that is long', `{ viewer { id } } # ${'x'.repeat(100_000)}`],
  ])('%s', async (_what, query) => {
    const response = await ask(query)
    const { errors } = await response.json()
    expect(errors).toHaveLength(1)
    expect(errors[0].extensions.code).toBe('document_too_costly')
  })

  test('a document with hundreds of errors gets a short response', async () => {
    const response = await ask(`{ viewer { ${repeat(900, (i) => `idx${i}`)} } }`)
    const text = await response.text()
    expect(JSON.parse(text).errors.length).toBeLessThanOrEqual(11)
    expect(text.length).toBeLessThan(8_000)
  })
})

test('hundreds of large documents of one key do not exhaust the memory', async () => {
  const secret = await newKey('production', 'enterprise')
  const list = 'registry '.repeat(1_900)
  for (let i = 0; i < 600; i++) {
    // Valid, with nearly the maximum number of tokens.
    const response = await ask(
      `{ viewer { id } ...F } fragment F on Query { portfolio(clientId: "x") @include(if: false) { assets(require: [${list}]) { totalCount } } } # ${i}`,
      secret,
    )
    expect(await response.json()).not.toHaveProperty('errors')
  }
  expect(gateway.process.child.exitCode).toBeNull()
})

describe('a request counts by what it can return', () => {
  const aliases = (count: number, field: string) => repeat(count, (i) => `a${i}: ${field}`)
  const PAGE = 'assets(first: 100) { totalCount nodes { title } }'
  const price = (fields: string) => priceOf(inPortfolio(fields), gateway.demo.productionKey)

  test.each([
    ['a page of 100 assets', PAGE, 1],
    ['20 of them under one root field', aliases(20, PAGE), 20],
    ['20 counts', aliases(20, 'assets(first: 1) { totalCount }'), 20],
    ['20 summaries', aliases(20, 'summary { assetCount }'), 20],
    [
      '25 valuations of each of 100 assets',
      'assets(first: 100) { nodes { valuations { nodes { id } } } }',
      26,
    ],
    [
      'a page that is left out',
      `currency ${aliases(20, `assets(first: 100) @include(if: false) { totalCount }`)}`,
      1,
    ],
  ])('%s', async (_what, fields, cost) => {
    expect(await price(fields)).toBe(cost)
  })

  test('a page counts the same over REST', async () => {
    const { productionKey, clients } = gateway.demo
    const before = await ask('{ viewer { id } }', productionKey)
    const page = await fetch(
      `${gateway.url}/api/v1/assets?client_id=${clients.ashdown}&page_size=100`,
      { headers: { Authorization: `Bearer ${productionKey}`, 'X-Service-Version': '2024-01-01' } },
    )
    expect([page.status, remaining(before) - remaining(page)]).toEqual([200, 1])
  })

  test('49 lists of 100 use half of a sandbox key’s limit', async () => {
    const { sandboxKey, clients } = gateway.demo
    const query = `{ portfolio(clientId: "${clients.testwell}") { ${aliases(49, PAGE)} } }`
    const statuses = []
    for (let i = 0; i < 3; i++) {
      const { errors } = await (await ask(query, sandboxKey)).json()
      statuses.push(errors?.[0].extensions.code ?? 'served')
    }
    expect(statuses).toEqual(['served', 'served', 'rate_limit_exceeded'])
  })

  test('a document that counts as more than the limit is rejected, and counts as one request', async () => {
    const query = inPortfolio(
      'assets(first: 100) { nodes { valuations(first: 100) { nodes { id } } } }',
    )
    const secret = await newKey('sandbox', 'standard')
    const response = await ask(query, secret)
    const { errors } = await response.json()
    expect(errors[0].extensions.code).toBe('document_too_costly')
    expect(errors[0].message).toContain('counts as 101 requests')
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('99')
  })
})
