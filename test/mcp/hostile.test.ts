import { expect, test } from 'vitest'
import { WATCH } from '../rest/records.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith, readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { sendInWaves } from '../support/waves.ts'
import { callOf, connect, post, WITH_MCP } from './assistant.ts'

const gateway = testGateway({ database: testDatabase({ isVerified: false }), config: WITH_MCP })
const { database } = gateway
const { pool, prisma } = database
const reader = testReader(gateway, WATCH)
const send = (body: unknown, headers = {}) => post(gateway, reader.key, body, headers)

const message = (members: Record<string, unknown>) => ({ jsonrpc: '2.0', id: 1, ...members })
const NESTED = '['.repeat(30_000) + ']'.repeat(30_000)

test('a body that is not one message of JSON is refused by the gateway', async () => {
  const batch = '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'
  const bodies: Readonly<Record<string, readonly string[]>> = {
    '400 invalid_body': ['', '{"jsonrpc":"2.0","jsonrpc":"1.0"}', NESTED, batch, '"ping"', 'null'],
    '413 body_too_large': [JSON.stringify({ a: 'x'.repeat(65 * 1024) })],
  }
  for (const [outcome, texts] of Object.entries(bodies))
    for (const body of texts) {
      const { status, json } = await send(body)
      expect.soft(`${status} ${json.error.code}`, body.slice(0, 40)).toBe(outcome)
    }
  const reply = await send('a=1', { 'Content-Type': 'text/plain' })
  expect([reply.status, reply.json.error.code]).toEqual([415, 'unsupported_media_type'])
})

test('a body that the protocol does not know gets an error of the protocol', async () => {
  const before = gateway.log.length
  const badly = [
    { id: 1, method: 'ping' },
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    message({ id: [1], method: 'ping' }),
    message({ method: 7 }),
  ]
  const unknown = [
    ...['tools/destroy', 'constructor', 'resources/list', 'logging/setLevel'],
    ...['server/discover', 'tools/call'],
  ].map((method) => message({ method }))
  for (const body of [
    ...badly,
    ...unknown,
    message({ method: 'prompts/get', params: { name: 'x' } }),
    message({ method: 'subscriptions/listen', params: {} }),
    callOf('delete_asset'),
    callOf('__proto__'),
    callOf('list_clients', [1]),
    callOf('list_clients', 'x'),
  ]) {
    const reply = await send(body)
    const text = JSON.stringify(body)
    expect.soft(reply.status, text).toBe(badly.includes(body) ? 400 : 200)
    expect(reply.headers.get('Content-Type')).toContain('application/json')
    const error = { jsonrpc: '2.0', error: { code: expect.any(Number) } }
    expect.soft(reply.json, text).toMatchObject(error)
    expect(reply.text).not.toMatch(/node_modules|\/src\/|at .*:\d+/)
  }
  expect(gateway.log.slice(before).join('')).not.toContain('internal error')
})

test('a body with a notification or a response is accepted, and has no answer', async () => {
  for (const body of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/x' },
    message({ id: undefined, method: 'notifications/cancelled', params: {} }),
    { jsonrpc: '2.0', id: 1, result: {} },
  ]) {
    const reply = await send(body)
    expect([reply.status, reply.text], JSON.stringify(body)).toEqual([202, ''])
  }
})

test('a body of the newest revision that subscribes gets no stream', async () => {
  const client = await connect(gateway, reader.key, 'auto')
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const method = 'subscriptions/listen'
  const params = { _meta: meta, notifications: { toolsListChanged: true } }
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method }
  const reply = await send(message({ method, params }), headers)
  expect(reply.json).toMatchObject({ error: { message: 'Subscription limit reached' } })
  await client.close()
})

test('a body with an unknown revision is refused', async () => {
  const headers = { 'MCP-Protocol-Version': '1999-01-01' }
  const reply = await send(message({ method: 'ping' }), headers)
  expect([reply.status, reply.json.error.code]).toEqual([400, -32_000])
})

const outcome = async (name: string, args: unknown) => {
  const { status, json } = await send(callOf(name, args))
  expect([status, json.result?.isError]).toEqual([200, true])
  const { error, help } = JSON.parse(json.result.content[0].text)
  expect(help).toBe(`/docs/errors#${error.code}`)
  expect(Object.keys(error)).toEqual(['type', 'code', 'message', 'request_id'])
  return [error.code, error.message]
}

test('an argument that is missing, unknown or of another form is explained', async () => {
  const calls: readonly (readonly [string, RegExp, object, string?])[] = [
    ['missing_parameter', /client_id takes the user id/, {}],
    ['missing_parameter', /client_id|registry_id/, {}, 'get_asset'],
    ['unknown_parameter', /colour. Accepted: client_id, cat/, { colour: 'red' }],
    ['unknown_parameter', /include/, { include: 'documents' }],
    ['unknown_parameter', /wait/, { wait: 30 }, 'list_changes'],
    ['invalid_parameter', /from 1 to 25/, { page_size: 26 }],
    ['invalid_parameter', /whole number/, { page_size: 1.5 }],
    ['invalid_parameter', /category takes a text/, { category: ['art'] }],
    ['invalid_parameter', /category takes a text/, { category: '\ud800' }],
    ['unknown_parameter', /a parameter/, { 'x\n<b>': 1 }],
    ['invalid_parameter', /cursor/, { cursor: 'eyJ4IjoxfQ' }],
    ['invalid_parameter', /fields takes/, { fields: 'internal_notes' }],
    ['invalid_parameter', /order_by takes market/, { order_by: 'internal_notes' }, 'search_assets'],
  ]
  for (const [code, takes, args, name = 'list_assets'] of calls) {
    const isPlain = name === 'list_changes' || Object.keys(args).length === 0
    const told = isPlain ? args : { client_id: reader.clientId, ...args }
    expect.soft(await outcome(name, told)).toEqual([code, expect.stringMatching(takes)])
  }
})

test('an argument with the name of a member of objects is unknown', async () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    const args = `{"client_id":"${reader.clientId}","${name}":"x"}`
    const text = JSON.stringify(callOf('list_assets')).replace('{}', args)
    const { json } = await send(text)
    const { error } = JSON.parse(json.result.content[0].text)
    const message = expect.stringContaining(`Unknown parameter: ${name}.`)
    expect(error).toMatchObject({ code: 'unknown_parameter', message })
  }
})

test('an argument that is no id of an asset finds none, whatever it contains', async () => {
  for (const registry_id of ['../../plants', `${reader.ids.watch}?client_id=x`, '%00', '..']) {
    const [code] = await outcome('get_asset', { client_id: reader.clientId, registry_id })
    expect([registry_id, code]).toEqual([registry_id, 'asset_not_found'])
  }
})

test('what is counted: each message is one request, or its question, up to the limit of the key', async () => {
  const sandbox = await keyWith(database, { environment: 'sandbox' })
  const ask = (tool: string) => post(gateway, sandbox.secret, callOf(tool))
  const replies = await sendInWaves(91, () => ask('list_clients'))
  expect(new Set(replies.map(({ headers }) => headers.get('X-RateLimit-Remaining'))).size).toBe(91)
  expect(replies[0]?.headers.get('X-RateLimit-Cost')).toBe('1')
  for (const tool of ['get_totals', 'list_clients']) {
    const over = await ask(tool)
    expect([tool, over.status, over.json.error?.code]).toEqual([tool, 429, 'rate_limit_exceeded'])
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
})

test('what is counted: a call is a request of its path, with its assets and its error', async () => {
  const { clientId: client_id, ids } = reader
  const { id, secret, grantId } = await readerOf(database, client_id, { scopes: ['registry'] })
  await post(gateway, secret, callOf('list_assets', { client_id }))
  await post(gateway, secret, callOf('list_valuations', { client_id, registry_id: ids.watch }))
  await post(gateway, secret, message({ method: 'tools/list' }))
  await gateway.usage.flush()
  const rows = await prisma.keyUsage.findMany({ where: { keyId: id } })
  const counted = rows.map(({ endpoint, ok, refused }) => [endpoint, ok, refused])
  expect(counted.sort()).toEqual([
    ['GET /api/v1/assets', 1, 0],
    ['GET /api/v1/assets/{id}/valuations', 0, 1],
    ['POST /mcp', 1, 0],
  ])
  const reads = await prisma.grantUsage.findMany({ where: { grantId } })
  const read = reads.map((row) => [row.endpoint, row.reads, Number(row.assets)])
  expect(read.sort()).toEqual([
    ['GET /api/v1/assets', 1, 1],
    ['GET /api/v1/assets/{id}/valuations', 0, 0],
  ])
  const errors = await prisma.errorCount.findMany({ where: { keyId: id } })
  expect(errors.map(({ code, status }) => [code, status])).toEqual([['insufficient_scope', 403]])
})

test('damaged data is an internal error of the gateway, which tells nothing of it', async () => {
  await pool.query("ALTER TYPE scope ADD VALUE 'canary-scope'")
  const { clientId: client_id } = reader
  const { secret, grantId } = await readerOf(database, client_id)
  await pool.query("UPDATE grants SET scopes = '{registry,canary-scope}' WHERE id = $1", [grantId])
  const before = gateway.log.length
  const reply = await post(gateway, secret, callOf('list_assets', { client_id }))
  expect([reply.status, reply.json.error.code]).toEqual([500, 'internal_error'])
  expect(reply.text).not.toContain('canary')
  const internal = gateway.log.slice(before).filter((line) => line.includes('"internal error"'))
  expect(internal).toHaveLength(1)
  expect(reply.headers.get('X-RateLimit-Remaining')).toBe('1000')
})
