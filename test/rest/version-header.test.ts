import { request as rawRequest } from 'node:http'
import { beforeAll, expect } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const { database } = gateway
let path = ''
let key = ''

beforeAll(async () => {
  const clientId = await clientWith(database, [])
  key = (await readerOf(database, clientId)).secret
  path = `/api/v1/assets?client_id=${clientId}`
})

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** A request whose headers are sent unchanged. */
function send(headers: Record<string, string | string[]>) {
  const { port } = new URL(gateway.url())
  const call = {
    host: '127.0.0.1',
    port,
    path,
    headers: { Authorization: `Bearer ${key}`, ...headers },
  }
  return new Promise<{ code: string | null; message: string; echo: unknown }>((resolve, reject) => {
    rawRequest(call, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { error } = JSON.parse(Buffer.concat(chunks).toString())
      const echo = response.headers['x-service-version'] ?? null
      resolve({ code: error?.code ?? null, message: error?.message ?? '', echo })
    })
      .on('error', reject)
      .end()
  })
}

testTable<[string, string]>([
  ['the first version', '2024-01-01'],
  ['a day after it', '2024-01-02'],
  ['yesterday', day(-1)],
  ['tomorrow in UTC', day(1)],
])('X-Service-Version gets the version that it resolves to', async (_name, version) => {
  expect(await send({ 'X-Service-Version': version })).toMatchObject({
    code: null,
    echo: '2024-01-01',
  })
})

testTable<[string, Record<string, string | string[]>, string]>([
  ['absent', {}, 'missing_version'],
  ['empty', { 'X-Service-Version': '' }, 'missing_version'],
  ['of a future day', { 'X-Service-Version': day(3) }, 'invalid_version'],
  ['of no calendar', { 'X-Service-Version': '2024-02-30' }, 'invalid_version'],
  ['a word', { 'X-Service-Version': 'latest' }, 'invalid_version'],
  ['sent twice', { 'X-Service-Version': ['2024-01-01', '2024-01-01'] }, 'invalid_version'],
  ['long', { 'X-Service-Version': '2'.repeat(10_000) }, 'invalid_version'],
  ['before the first', { 'X-Service-Version': '2023-12-31' }, 'unsupported_version'],
])('X-Service-Version that is no date of a version is rejected', async (_name, headers, code) => {
  const reply = await send(headers)
  expect([reply.code, reply.echo]).toEqual([code, null])
  expect(reply.message).toMatch(code === 'unsupported_version' ? '2024-01-01' : 'YYYY-MM-DD')
  expect(reply.message.length).toBeLessThan(200)
})
