import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
let page: Awaited<ReturnType<typeof gateway.request>>

beforeAll(async () => {
  page = await gateway.request('/graphql', { headers: { Accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(page.headers.get('Content-Type')).toContain('text/html')
})

const ASSET = /\/assets\/[\w-]+\.(?:js|css)/g

describe('GraphiQL', () => {
  test('has nothing inline but styles, and a policy that allows no other host', () => {
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    )
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(page.text).not.toMatch(/\son\w+=|__NONCE__/i)
    expect(page.text).toContain('<script')
    expect(page.text).not.toMatch(/<script(?![^>]* src="\/assets\/[^>]*><\/script>)/)
  })

  test('loads only our own assets, which are cached permanently and compressed', async () => {
    const [start = ''] = page.text.match(/\/assets\/graphiql-[\w-]+\.js/) ?? []
    const parts = (await gateway.request(start)).text.match(ASSET) ?? []
    // The program, its style, and a worker each for the editor, JSON and GraphQL.
    expect(new Set(parts).size).toBe(5)
    const call = { headers: { 'Accept-Encoding': 'br' } }
    for (const part of parts) {
      const { status, headers } = await gateway.request(part, call)
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('Content-Encoding')).toBe('br')
      expect(Number(headers.get('Content-Length'))).toBeLessThan(1_500_000)
    }
  })
})
