import { expect, test, vi } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { sendSlowly } from '../load/send-slowly.ts'
import { WATCH } from '../rest/records.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, registryIds, tokenOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { callOf, connect, PROTOCOL_HEADERS, post, textOf, WITH_MCP } from './assistant.ts'

const database = testDatabase()
const gateway = testGateway({ database, config: WITH_MCP })
const withoutMcp = testGateway({ database })
const { prisma } = database
const statements = vi.spyOn(gateway.serving.identity, 'query')
const reader = testReader(gateway, WATCH)

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const assets = () => callOf('list_assets', { client_id: reader.clientId })

test('the path does not exist by default', async () => {
  const reply = await post(withoutMcp, reader.key, LIST)
  expect([reply.status, reply.json.error.code]).toEqual([404, 'route_not_found'])
  expect((await post(gateway, reader.key, LIST)).status).toBe(200)
})

test('the path takes no GET, DELETE or PUT', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const reply = await gateway.request('/mcp', { ...reader, method })
    expect([reply.status, reply.json.error.code]).toEqual([405, 'method_not_allowed'])
    expect(reply.headers.get('Allow')).toBe('POST')
  }
})

test('the path takes no page of another site, with a key or without', async () => {
  const foreign = { Origin: 'https://elsewhere.example' }
  for (const secret of [reader.key, '']) {
    const reply = await post(gateway, secret, LIST, foreign)
    expect([reply.status, reply.json.error.code]).toEqual([403, 'origin_not_allowed'])
  }
  const own = gateway.url()
  const reply = await fetch(`${own}/mcp`, {
    method: 'POST',
    headers: { ...PROTOCOL_HEADERS, Authorization: `Bearer ${reader.key}`, Origin: own },
    body: JSON.stringify(LIST),
  })
  expect(reply.status).toBe(200)
})

test('the path takes no caller but the holder of a key', async () => {
  const token = await tokenOf(database, reader.clientId, ['portfolio:read'])
  const callers = [
    ['', 'missing_api_key'],
    [`${reader.key.slice(0, -6)}000000`, 'invalid_api_key'],
    [token, 'invalid_api_key'],
    ['orangery.session_token=x', 'missing_api_key'],
  ] as const
  for (const [secret, code] of callers) {
    const reply = await post(gateway, secret, assets())
    expect([secret, reply.status, reply.json.error.code]).toEqual([secret, 401, code])
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(reply.text).not.toContain('tools')
  }
})

test('a key that is revoked stops at once, for calls and for lists, in a connection that is in use', async () => {
  const { id: keyId, secret } = await readerOf(database, reader.clientId)
  const client = await connect(gateway, secret)
  const call = { name: 'list_assets', arguments: { client_id: reader.clientId } }
  expect((await client.callTool(call)).isError).toBe(false)
  await revokeKey(operator(prisma), { keyId })
  await expect(client.callTool(call)).rejects.toThrow('revoked_api_key')
  await expect(client.listTools()).rejects.toThrow('revoked_api_key')
  await client.close()
})

test('a key that is revoked while the body of a call or a list arrives, gets nothing', async () => {
  for (const message of [assets(), LIST]) {
    const { id: keyId, secret } = await readerOf(database, reader.clientId)
    const headers = { ...PROTOCOL_HEADERS, Authorization: `Bearer ${secret}` }
    const sent = { url: `${gateway.url()}/mcp`, headers, body: JSON.stringify(message) }
    const revoke = () => revokeKey(operator(prisma), { keyId })
    const { status, text } = await sendSlowly(statements, sent, revoke)
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'revoked_api_key'])
    expect(text).not.toContain('"result"')
  }
})

test('a portfolio of another client is refused as REST refuses it', async () => {
  const other = await clientWith(database, WATCH)
  const registry_id = (await registryIds(database, other)).watch ?? ''
  const asset = `/api/v1/assets/${registry_id}`
  const { clientId } = reader
  const client = await connect(gateway, reader.key)
  const calls = [
    ['list_assets', { client_id: other }, `/api/v1/assets?client_id=${other}`],
    ['get_asset', { client_id: clientId, registry_id }, `${asset}?client_id=${clientId}`],
    ['list_documents', { client_id: other, registry_id }, `${asset}/documents?client_id=${other}`],
  ] as const
  for (const [name, args, target] of calls) {
    const result = await client.callTool({ name, arguments: args })
    const { json } = await gateway.request(target, reader)
    expect(result.isError).toBe(true)
    const { error, help } = JSON.parse(textOf(result))
    expect([error.code, error.message]).toEqual([json.error.code, json.error.message])
    expect(help).toBe(`/docs/errors#${json.error.code}`)
    expect(textOf(result)).not.toContain('Wrist watch')
  }
  await client.close()
})
