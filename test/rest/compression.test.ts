import { request as rawRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testGateway, VERSION } from '../support/gateway.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { assets } from './records.ts'

const cached = testGateway()
const { database } = cached
const uncached = testGateway({ database, config: { cacheMb: 0 } })
const reader = testReader(cached, assets(30))
const list = () => `/api/v1/assets?client_id=${reader.clientId}`

interface Raw {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly bytes: Buffer
}

// Undici decompresses by itself, and hides what came.
function ask(url: string, headers: Record<string, string>): Promise<Raw> {
  const sent = { Authorization: `Bearer ${reader.key}`, 'X-Service-Version': VERSION, ...headers }
  return new Promise((resolve, reject) => {
    const call = rawRequest(url, { headers: sent }, async (response) => {
      const { statusCode: status = 0, headers: got } = response
      resolve({ status, headers: got, bytes: await buffer(response) })
    })
    call.on('error', reject).end()
  })
}

const accepting = (encoding: string) => ({ 'Accept-Encoding': encoding })

function decoded({ headers, bytes }: Raw): string {
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes).toString()
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString()
  return bytes.toString()
}

testTable([
  ['identity', 'gzip', 'br', 'identity', 'gzip', 'br'],
  ['br', 'br', 'gzip', 'gzip', 'identity'],
  ['gzip', 'br', 'identity', 'br'],
])(
  'a long body is the same in each encoding, in whatever order they are asked for',
  async (...order) => {
    const url = `${list()}&page_size=${30 - order.length}`
    for (const gateway of [cached, uncached]) {
      const plain = decoded(await ask(gateway.url() + url, {}))
      const tags = new Set<unknown>()
      for (const encoding of order) {
        const reply = await ask(gateway.url() + url, accepting(encoding))
        const { headers, bytes } = reply
        expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(headers.vary?.toString().toLowerCase()).toContain('accept-encoding')
        expect(decoded(reply)).toBe(plain)
        if (encoding !== 'identity') expect(bytes.length).toBeLessThan(plain.length / 4)
        tags.add(headers.etag)
      }
      expect(tags.size).toBe(1)
    }
  },
)

testTable([
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'gzip'],
  ['br, gzip', 'br'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.1, identity;q=0.9', undefined],
  ['zstd, compress', undefined],
  ['', undefined],
  ['gzip;q=', undefined],
  [',,;;', undefined],
  ['x'.repeat(5000), undefined],
])('the encoding is the one that the client prefers', async (accepted, encoding) => {
  for (const gateway of [cached, uncached]) {
    const reply = await ask(gateway.url() + list(), accepting(accepted))
    if (accepted !== 'gzip;q=') expect(reply.headers['content-encoding']).toBe(encoding)
    expect([reply.status, JSON.parse(decoded(reply)).data.length]).toEqual([200, 25])
  }
})

test('the encoding is none for a short body, an error or a 304', async () => {
  const gzip = accepting('gzip')
  const small = await ask(`${cached.url()}${list()}&page=99`, gzip)
  expect(small.bytes.length).toBeLessThan(1024)
  const { headers } = await ask(cached.url() + list(), gzip)
  const same = { ...gzip, 'If-None-Match': String(headers.etag) }
  const replies = [
    [200, small],
    [400, await ask(`${cached.url()}${list()}&page=0`, gzip)],
    [304, await ask(cached.url() + list(), same)],
  ] as const
  for (const [status, reply] of replies)
    expect([reply.status, reply.headers['content-encoding']]).toEqual([status, undefined])
  for (const { headers: sent } of [small, replies[2][1]])
    expect(sent.vary?.toString()).toContain('Accept-Encoding')
})

const QUERY = () =>
  `/graphql?query={portfolio(clientId:"${reader.clientId}"){assets(first:30){nodes{id registryId title}}}}`

testTable([
  QUERY,
  () => '/openapi.json',
  () => '/schema.graphql',
  () => '/clients/orangery.postman_collection.json',
])('GraphQL and the files are compressed for those who accept it', async (path) => {
  const url = cached.url() + encodeURI(path())
  const plain = await ask(url, {})
  expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
  expect(plain.headers.vary).toContain('Accept-Encoding')
  for (const encoding of ['gzip', 'br']) {
    const reply = await ask(url, accepting(encoding))
    expect([encoding, reply.headers['content-encoding']]).toEqual([encoding, encoding])
    expect(decoded(reply)).toBe(plain.bytes.toString())
    expect(Number(reply.headers['content-length'])).toBe(reply.bytes.length)
    expect(reply.bytes.length).toBeLessThan(plain.bytes.length)
  }
})
