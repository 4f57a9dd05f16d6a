import { describe, expect, test, vi } from 'vitest'
import { parseDocument } from '../../src/graphql/plugins/use-document-budget.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { many } from './measured-cost.ts'

const gateway = testGateway()
const { database } = gateway

describe('the quota over GraphQL', () => {
  test('over the limit rejects the whole document, with Retry-After', async () => {
    const { secret } = await keyWith(database, { environment: 'sandbox' })
    const costly = '{ portfolios(first: 99) { nodes { a: summary { id } b: summary { id } } } }'
    expect(await ask(secret, costly)).toBe('document_too_costly')
    const fields = many(40, 'viewer { kind }')
    for (const _ of [1, 2]) await gateway.graphql(`{ ${fields} }`, { key: secret })
    for (const Accept of ['application/json', 'application/graphql-response+json']) {
      const reply = await gateway.graphql(`{ ${fields} }`, { key: secret, headers: { Accept } })
      expect(reply.status).toBe(429)
      expect(reply.json).not.toHaveProperty('data')
      expect(reply.json.errors[0].extensions.code).toBe('rate_limit_exceeded')
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(reply.headers.get('X-RateLimit-Remaining')).toBe('0')
    }
    expect((await gateway.graphql('{ __typename }', { key: secret })).status).toBe(429)
  })

  test('counts a large document by its size and lets it wait for heavy work, before it is validated', async () => {
    const { secret } = await keyWith(database)
    const fields = Array.from({ length: 500 }, (_, i) => `nothing${i}`).join(' ')
    const cost = Math.ceil(parseDocument(`{ ${fields} }`).size / 1_000)
    expect(cost).toBeGreaterThan(1)
    const enter = vi.spyOn(HeavyWork.prototype, 'enter')
    const { json, headers } = await gateway.graphql(`{ ${fields} }`, { key: secret })
    expect(json.errors[0].extensions.code).toBe('invalid_document')
    expect(headers.get('X-RateLimit-Cost')).toBe(String(cost))
    expect(enter).toHaveBeenCalledTimes(1)
    enter.mockRestore()
  })
})

async function ask(key: string, query: string) {
  const { json } = await gateway.graphql(query, { key })
  return json.errors ? json.errors[0].extensions.code : 'served'
}

test('portfolios are counted by field, also under aliases in one document', async () => {
  const { secret } = await keyWith(database)
  const fields = many(40, 'portfolios { nodes { currency } }')
  expect(await ask(secret, `{ ${fields} }`)).toBe('served')
  expect(await ask(secret, `{ ${fields} }`)).toBe('rate_limit_exceeded')
  expect(await ask(secret, '{ viewer { id } }')).toBe('served')
})
