import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()

/** The answer as it was sent: `fetch` decodes a body. */
function get(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(`${gateway.url()}${path}`, { headers }, async (reply) => {
        const { statusCode: status = 0, headers } = reply
        resolve({ status, headers, body: await buffer(reply) })
      })
      sent.on('error', reject).end()
    },
  )
}

describe.each([
  '/openapi.json',
  '/schema.graphql',
  '/clients/orangery.postman_collection.json',
])('%s', (path) => {
  test('is compressed for those who accept it', async () => {
    const plain = await get(path, {})
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect(plain.headers.vary).toContain('Accept-Encoding')
    for (const [encoding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await get(path, { 'Accept-Encoding': encoding })
      expect([encoding, headers['content-encoding']]).toEqual([encoding, encoding])
      expect(decode(body).equals(plain.body)).toBe(true)
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(body.length).toBeLessThan(plain.body.length / 3)
    }
  })
})
