import { expect, test } from 'vitest'
import { testProcess } from './server.ts'

// Less memory than the documents below would take if all were cached.
const gateway = testProcess({ NODE_OPTIONS: '--max-old-space-size=192' })

const repeat = (count: number, field: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => field(i)).join(' ')

function ask(query: string, key?: string) {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ query }),
  })
}

// Documents that are costly to validate: test/graphql/limits.test.ts. The cost of one: test/graphql/cost.test.ts.
test('a document with hundreds of errors gets a short response', async () => {
  const response = await ask(`{ viewer { ${repeat(900, (i) => `idx${i}`)} } }`)
  const text = await response.text()
  expect(JSON.parse(text).errors.length).toBeLessThanOrEqual(11)
  expect(text.length).toBeLessThan(8_000)
})

test('hundreds of large documents of one key do not exhaust the memory', async () => {
  const { secret } = await gateway.newKey({ tier: 'enterprise' })
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

test('a document that counts as more than the limit is rejected, and counts as one request', async () => {
  const { secret } = await gateway.newKey({ environment: 'sandbox' })
  const id = gateway.demo.clients.testwell
  const valuations = 'assets(first: 100) { nodes { valuations(first: 100) { nodes { id } } } }'
  const response = await ask(`{ portfolio(clientId: "${id}") { ${valuations} } }`, secret)
  const { errors } = await response.json()
  expect(errors[0].extensions.code).toBe('document_too_costly')
  expect(errors[0].message).toContain('counts as 101 requests')
  expect(response.headers.get('X-RateLimit-Remaining')).toBe('99')
})
