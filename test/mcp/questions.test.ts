import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { coin } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { callOf, connect, type Era, post, WITH_MCP } from './assistant.ts'

const gateway = testGateway({ config: WITH_MCP })
const { database } = gateway
const [clients, keys]: [string[], { id: string; secret: string }[]] = [[], []]
// As long as a title can be, in characters of four bytes.
const LOW = `Low florin ${'𠮷'.repeat(489)}`
const RECORDS = [
  coin('low', { title: LOW, market_value: '10.00' }),
  coin('high', { title: 'High ducat', market_value: '900.00' }),
  coin('none', { title: 'Third FLORIN' }),
  ...['2031-01-01', '2030-01-01', '2020-01-01'].map((expires_on, i) => ({
    ...{ type: 'document', asset: 'low', ref: `d${i}`, document_type: 'appraisal' },
    ...{ title: `Appraisal ${i}`, expires_on },
  })),
]

beforeAll(async () => {
  for (const scopes of [SCOPES, ['registry'] as const])
    keys.push(await keyWith(database, { scopes }))
  for (const _ of [1, 2]) clients.push(await clientWith(database, RECORDS))
  const [all, some] = keys
  for (const client of clients) {
    await grantWith(database, all?.id ?? '', client)
    await grantWith(database, some?.id ?? '', client, { scopes: ['registry'] })
  }
})

async function ask(tool: string, args: object, { secret = '' } = keys[0] ?? {}) {
  const reply = await post(gateway, secret, callOf(tool, args))
  const { result } = reply.json
  const cost = reply.headers.get('X-RateLimit-Cost')
  return { ...result, body: JSON.parse(result.content[0].text), cost }
}

const titles = async (args: object) => {
  const { body } = await ask('search_assets', { client_id: clients[0], ...args })
  return body.data.map(({ title }: { title: string }) => title)
}

test('a search of assets finds a text, and orders what it finds', async () => {
  const by = (order_by: string, direction: string) => titles({ order_by, direction })
  expect(await titles({ search: 'florin', order_by: 'title' })).toEqual([LOW, 'Third FLORIN'])
  expect(await by('market_value', 'desc')).toEqual(['High ducat', LOW, 'Third FLORIN'])
  expect(await by('market_value', 'asc')).toEqual(['Third FLORIN', LOW, 'High ducat'])
  expect(await titles({ min_value: '11' })).toEqual(['High ducat'])
})

test('a search of assets takes a direction with an order alone', async () => {
  const { body } = await ask('search_assets', { client_id: clients[0], direction: 'desc' })
  expect(body.error.message).toBe('direction needs order_by.')
})

test('a search of assets goes on by its cursor, and has no addresses of paths', async () => {
  const args = { client_id: clients[0], order_by: 'title', page_size: 2 }
  const first = await ask('search_assets', args)
  expect(first.cost).toBe('1')
  expect(Object.keys(first.body)).toEqual(['data', 'pagination', 'grant'])
  const cursor = first.body.pagination.next_cursor
  expect(await titles({ ...args, cursor })).toEqual(['Third FLORIN'])
  const other = await ask('search_assets', { client_id: clients[0], cursor })
  expect(other.body.error.message).toMatch(/^cursor takes the cursor/)
})

test('a search of assets has what the scopes show, and orders and compares by nothing else', async () => {
  const [, some] = keys
  const client_id = clients[0]
  const { body } = await ask('search_assets', { client_id, search: 'ducat' }, some)
  expect(body.data).toEqual([expect.not.objectContaining({ valuation: expect.anything() })])
  const hidden = { order_by: 'market_value', min_value: '1' }
  for (const [name, value] of Object.entries(hidden)) {
    const refused = await ask('search_assets', { client_id, [name]: value }, some)
    const message = expect.stringMatching(`^${name} `)
    expect(refused.body.error).toMatchObject({ code: 'insufficient_scope', message })
  }
})

test('totals of all clients are those of GraphQL, for its price', async () => {
  const { body, cost } = await ask('get_totals', {})
  const asked = await gateway.graphql(
    '{ portfolioTotals { portfolioCount currencies { currency assetCount totalValue } } }',
    { key: keys[0]?.secret ?? '' },
  )
  expect(cost).toBe('10')
  expect(cost).toBe(asked.headers.get('X-RateLimit-Cost'))
  const { portfolioCount, currencies } = asked.json.data.portfolioTotals
  expect(currencies).toEqual([{ currency: 'USD', assetCount: 6, totalValue: '1820.00' }])
  const shown = [{ currency: 'USD', asset_count: 6, total_value: '1820.00' }]
  const whole = { portfolio_count: portfolioCount, has_more: false, currencies: shown }
  expect(body.data).toMatchObject(whole)
})

test('documents that expire are those of GraphQL from today, the earliest first, for its price', async () => {
  const { body, cost } = await ask('list_expiring_documents', {})
  expect(cost).toBe('10')
  const dates = body.data.map(({ expires_on }: { expires_on: string }) => expires_on)
  expect(dates).toEqual(['2030-01-01', '2030-01-01', '2031-01-01', '2031-01-01'])
  const owners = body.data.map(({ client_id }: { client_id: string }) => client_id)
  expect(new Set(owners)).toEqual(new Set(clients))
  const sinceThen = await ask('list_expiring_documents', { expires_from: '2020-01-01' })
  expect(sinceThen.body.data).toHaveLength(6)
  const args = { expires_to: '2030-12-31', page_size: 1 }
  const first = await ask('list_expiring_documents', args)
  const cursor = first.body.pagination.next_cursor
  const second = await ask('list_expiring_documents', { ...args, cursor })
  expect(second.body.data).toEqual([body.data[1]])
  expect(second.body.pagination).toEqual({ has_more: false, next_cursor: null })
})

describe.each<Era>(['legacy', 'auto'])('a client of the protocol, %s', (era) => {
  test('gets each result as text and as the object that its schema describes', async () => {
    const client = await connect(gateway, keys[0]?.secret ?? '', era)
    const registry_id = (await registryIds(database, clients[0] ?? '')).low
    const given = { client_id: clients[0], registry_id }
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(10)
    for (const { name, inputSchema, outputSchema } of tools) {
      const takes = Object.keys(inputSchema.properties ?? {})
      const args: Record<string, unknown> = Object.fromEntries(
        Object.entries(given).filter(([arg]) => takes.includes(arg)),
      )
      // The library checks the object by the schema.
      const result = await client.callTool({ name, arguments: args })
      const { content, structuredContent, isError } = result
      const text = { type: 'text', text: JSON.stringify(structuredContent) }
      expect([name, isError, content]).toEqual([name, false, [text]])
      expect(outputSchema?.required, name).toContain('data')
      const required: unknown = outputSchema?.required
      for (const member of Array.isArray(required) ? required : ['?'])
        expect(structuredContent, name).toHaveProperty(member)
    }
    await client.close()
  })
})

test('a message is served whatever it accepts', async () => {
  const { secret = '' } = keys[0] ?? {}
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const Accept of ['*/*', 'application/json', 'text/event-stream', 'text/html']) {
    const reply = await post(gateway, secret, list, { Accept })
    const json = 'application/json; charset=utf-8'
    expect([reply.status, reply.headers.get('Content-Type')], Accept).toEqual([200, json])
    expect(reply.json.result.tools).toHaveLength(10)
  }
})

test('null is an argument that is not given', async () => {
  const optional = { category: null, page_size: null, cursor: null, fields: null }
  const { isError, body } = await ask('list_assets', { client_id: clients[0], ...optional })
  expect([isError, body.data.length]).toEqual([false, 3])
  const required = await ask('list_assets', { client_id: null })
  expect(required.body.error.code).toBe('missing_parameter')
  const whole = await post(gateway, keys[0]?.secret ?? '', callOf('list_clients', null))
  expect(whole.json.result?.isError).toBe(false)
})
