import { beforeAll, describe, expect, test } from 'vitest'
import { WATCH } from '../rest/records.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { sendInWaves } from '../support/waves.ts'
import { callOf, connect, post, WITH_MCP } from './assistant.ts'

const gateway = testGateway({
  database: testDatabase({ isVerified: false }),
  config: WITH_MCP,
})
const { database } = gateway
const { pool, prisma } = database
let clientId = ''
let registryId = ''
let key = { id: '', secret: '' }

beforeAll(async () => {
  clientId = await clientWith(database, WATCH)
  registryId = (await registryIds(database, clientId)).watch ?? ''
  key = await keyWith(database)
  await grantWith(database, key.id, clientId)
})

const message = (members: Record<string, unknown>) => ({ jsonrpc: '2.0', id: 1, ...members })
const NESTED = '['.repeat(30_000) + ']'.repeat(30_000)

describe('a body', () => {
  test.each([
    ['that is empty', '', 400, 'invalid_body'],
    ['that is no JSON', '{"jsonrpc":', 400, 'invalid_body'],
    ['with one member twice', '{"jsonrpc":"2.0","jsonrpc":"1.0"}', 400, 'invalid_body'],
    ['that is nested deeply', NESTED, 400, 'invalid_body'],
    ['that is a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, 'invalid_body'],
    ['that is an empty batch', '[]', 400, 'invalid_body'],
    ['that is a text', '"ping"', 400, 'invalid_body'],
    ['that is null', 'null', 400, 'invalid_body'],
    ['of 65 KB', JSON.stringify({ a: 'x'.repeat(65 * 1024) }), 413, 'body_too_large'],
    ['of 1 MB', JSON.stringify({ a: 'x'.repeat(2 ** 20) }), 413, 'body_too_large'],
  ])('%s is refused by the gateway', async (_, body, status, code) => {
    const reply = await post(gateway, key.secret, body)
    expect([reply.status, reply.json.error.code]).toEqual([status, code])
  })

  test('of another type is refused', async () => {
    const reply = await post(gateway, key.secret, 'a=1', { 'Content-Type': 'text/plain' })
    expect([reply.status, reply.json.error.code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    ['without a version', { id: 1, method: 'ping' }, 400],
    ['of another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400],
    ['with a list as its id', message({ id: [1], method: 'ping' }), 400],
    ['with a method that is no text', message({ method: 7 }), 400],
    ['with an unknown method', message({ method: 'tools/destroy' }), 200],
    ['with the method of a member of objects', message({ method: 'constructor' }), 200],
    ['that asks for resources', message({ method: 'resources/list' }), 200],
    ['that asks for prompts', message({ method: 'prompts/get', params: { name: 'x' } }), 200],
    ['that sets a level of logging', message({ method: 'logging/setLevel' }), 200],
    ['that discovers without a revision', message({ method: 'server/discover' }), 200],
    ['that subscribes', message({ method: 'subscriptions/listen', params: {} }), 200],
    ['that calls no tool', message({ method: 'tools/call' }), 200],
    ['that calls an unknown tool', callOf('delete_asset'), 200],
    ['that calls a member of objects', callOf('__proto__'), 200],
    ['with arguments that are a list', callOf('list_clients', [1]), 200],
    ['with arguments that are a text', callOf('list_clients', 'x'), 200],
  ])('%s gets an error of the protocol', async (_, body, status) => {
    const before = gateway.log.length
    const reply = await post(gateway, key.secret, body)
    expect(reply.status).toBe(status)
    expect(reply.headers.get('Content-Type')).toContain('application/json')
    expect(reply.json).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
    expect(reply.text).not.toMatch(/node_modules|\/src\/|at .*:\d+/)
    expect(gateway.log.slice(before).join('')).not.toContain('internal error')
  })

  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/x' }],
    ['a cancellation', message({ id: undefined, method: 'notifications/cancelled', params: {} })],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
  ])('with %s is accepted, and has no answer', async (_, body) => {
    const reply = await post(gateway, key.secret, body)
    expect([reply.status, reply.text]).toEqual([202, ''])
  })

  test('of the newest revision that subscribes gets no stream', async () => {
    const client = await connect(gateway, key.secret, 'auto')
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const method = 'subscriptions/listen'
    const params = { _meta: meta, notifications: { toolsListChanged: true } }
    const reply = await post(gateway, key.secret, message({ method, params }), {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
    })
    expect(reply.json).toMatchObject({ error: { message: 'Subscription limit reached' } })
    await client.close()
  })

  test('with an unknown revision is refused', async () => {
    const headers = { 'MCP-Protocol-Version': '1999-01-01' }
    const reply = await post(gateway, key.secret, message({ method: 'ping' }), headers)
    expect([reply.status, reply.json.error.code]).toEqual([400, -32_000])
  })
})

describe('an argument', () => {
  const outcome = async (name: string, args: unknown) => {
    const { status, json } = await post(gateway, key.secret, callOf(name, args))
    expect([status, json.result?.isError]).toEqual([200, true])
    const { error, help } = JSON.parse(json.result.content[0].text)
    expect(help).toBe(`/docs/errors#${error.code}`)
    expect(Object.keys(error)).toEqual(['type', 'code', 'message', 'request_id'])
    return [error.code, error.message]
  }

  test.each([
    ['list_assets', {}, 'missing_parameter', /client_id takes the user id/],
    ['get_asset', {}, 'missing_parameter', /client_id|registry_id/],
    ['list_assets', { colour: 'red' }, 'unknown_parameter', /colour. Accepted: client_id, cat/],
    ['list_assets', { include: 'documents' }, 'unknown_parameter', /include/],
    ['list_changes', { wait: 30 }, 'unknown_parameter', /wait/],
    ['list_assets', { page_size: 26 }, 'invalid_parameter', /from 1 to 25/],
    ['list_assets', { page_size: 1.5 }, 'invalid_parameter', /whole number/],
    ['list_assets', { page_size: true }, 'invalid_parameter', /page_size takes a text/],
    ['list_assets', { category: ['art'] }, 'invalid_parameter', /category takes a text/],
    ['list_assets', { category: 'a\0' }, 'invalid_parameter', /category takes a text/],
    ['list_assets', { category: '\ud800' }, 'invalid_parameter', /category takes a text/],
    ['list_assets', { category: 'x'.repeat(40_000) }, 'invalid_parameter', /one slug/],
    ['list_assets', { 'x\n<b>': 1 }, 'unknown_parameter', /a parameter/],
    ['list_assets', { cursor: 'eyJ4IjoxfQ' }, 'invalid_parameter', /cursor/],
    ['list_assets', { fields: 'internal_notes' }, 'invalid_parameter', /fields takes/],
  ])('%s %j', async (name, args, code, takes) => {
    const all = Object.keys(args).length === 0 ? args : { client_id: clientId, ...args }
    const told = name === 'list_changes' ? args : all
    expect(await outcome(name, told)).toEqual([code, expect.stringMatching(takes)])
  })

  const withMember = async (name: string) => {
    const args = `{"client_id":"${clientId}","${name}":"x"}`
    const text = JSON.stringify(callOf('list_assets')).replace('{}', args)
    const { json } = await post(gateway, key.secret, text)
    return json.result
  }

  test.each(['constructor', 'toString', '__proto__'])('named %s is unknown', async (name) => {
    const { content } = await withMember(name)
    const { error } = JSON.parse(content[0].text)
    expect([error.code, error.message]).toEqual([
      'unknown_parameter',
      expect.stringContaining(`Unknown parameter: ${name}.`),
    ])
  })

  test('that is no id of an asset finds none, whatever it contains', async () => {
    for (const registry_id of ['../../plants', 'ORY', `${registryId}?client_id=x`, '%00', '..']) {
      const [code] = await outcome('get_asset', { client_id: clientId, registry_id })
      expect([registry_id, code]).toEqual([registry_id, 'asset_not_found'])
    }
  })
})

describe('what is counted', () => {
  test('each message is one request, up to the limit of the key', async () => {
    const sandbox = await keyWith(database, { environment: 'sandbox' })
    const call = callOf('list_clients')
    const replies = await sendInWaves(101, () => post(gateway, sandbox.secret, call))
    const over = replies.filter(({ status }) => status === 429)
    expect(over).toHaveLength(1)
    expect(over[0]?.json.error.code).toBe('rate_limit_exceeded')
    expect(Number(over[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(new Set(replies.map(({ headers }) => headers.get('X-RateLimit-Remaining'))).size).toBe(
      100,
    )
    expect(replies[0]?.headers.get('X-RateLimit-Cost')).toBe('1')
  })

  test('a call is a request of its path, with its assets and its error', async () => {
    const { id, secret } = await keyWith(database, { scopes: ['registry'] })
    const grant = await grantWith(database, id, clientId, { scopes: ['registry'] })
    const client_id = clientId
    await post(gateway, secret, callOf('list_assets', { client_id }))
    await post(gateway, secret, callOf('list_valuations', { client_id, registry_id: registryId }))
    await post(gateway, secret, message({ method: 'tools/list' }))
    await gateway.usage.flush()
    const rows = await prisma.keyUsage.findMany({ where: { keyId: id } })
    const counted = rows.map(({ endpoint, ok, refused }) => [endpoint, ok, refused])
    expect(counted.sort()).toEqual([
      ['GET /api/v1/assets', 1, 0],
      ['GET /api/v1/assets/{id}/valuations', 0, 1],
      ['POST /mcp', 1, 0],
    ])
    const logged = await prisma.keyRequest.findMany({
      where: { keyId: id },
      orderBy: { at: 'asc' },
    })
    expect(logged.map((each) => [each.endpoint, each.clientId, each.status])).toEqual([
      ['GET /api/v1/assets', clientId, 200],
      ['GET /api/v1/assets/{id}/valuations', clientId, 403],
      ['POST /mcp', null, 200],
    ])
    expect(logged[1]?.parameters).toContain(`registry_id=${registryId}`)
    const reads = await prisma.grantUsage.findMany({ where: { grantId: grant.id } })
    const read = reads.map((row) => [row.endpoint, row.reads, Number(row.assets)])
    expect(read.sort()).toEqual([
      ['GET /api/v1/assets', 1, 1],
      ['GET /api/v1/assets/{id}/valuations', 0, 0],
    ])
    const errors = await prisma.errorCount.findMany({ where: { keyId: id } })
    expect(errors.map(({ code, status }) => [code, status])).toEqual([['insufficient_scope', 403]])
  })

  test('the log has the request, and neither its arguments nor the key', async () => {
    const before = gateway.log.length
    await post(gateway, key.secret, callOf('list_assets', { client_id: clientId }))
    await expect.poll(() => gateway.log.slice(before).join('')).toContain('"path":"/mcp"')
    const lines = gateway.log.slice(before).join('')
    expect(lines).not.toContain(clientId)
    expect(lines).not.toContain(key.secret)
  })
})

test('damaged data is an internal error of the gateway, which tells nothing of it', async () => {
  await pool.query("ALTER TYPE scope ADD VALUE 'canary-scope'")
  const { id, secret } = await keyWith(database)
  const { id: grantId } = await grantWith(database, id, clientId)
  await pool.query("UPDATE grants SET scopes = '{registry,canary-scope}' WHERE id = $1", [grantId])
  const before = gateway.log.length
  const reply = await post(gateway, secret, callOf('list_assets', { client_id: clientId }))
  expect([reply.status, reply.json.error.code]).toEqual([500, 'internal_error'])
  expect(reply.text).not.toContain('canary')
  const internal = gateway.log.slice(before).filter((line) => line.includes('"internal error"'))
  expect(internal).toHaveLength(1)
  expect(reply.headers.get('X-RateLimit-Remaining')).toBe('1000')
})
