import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
const browse = (path: string) => gateway.request(path, { headers: { Accept: 'text/html' } })

describe('the documents', () => {
  test('are all that the page of documentation links to, and no others of the repository', async () => {
    const { status, headers, text } = await browse('/docs')
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href)
    for (const link of links) expect([link, (await browse(link)).status]).toEqual([link, 200])
    const guide = readdirSync('docs/guide', { recursive: true, encoding: 'utf8' })
    const files = guide.filter((file) => file.includes('.')).map((file) => `/docs/guide/${file}`)
    expect(links).toEqual(expect.arrayContaining([...files, '/openapi.json', '/schema.graphql']))
  })

  test('are what the repository has', async () => {
    for (const name of ['schema.graphql', 'docs/guide/errors.md']) {
      const { status, headers, text } = await gateway.request(`/${name}`)
      expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8'])
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(text).toBe(readFileSync(name, 'utf8'))
    }
  })

  test.each([
    '/docs/guide/..%2Fsecurity.md',
    '/docs/guide/%2e%2e/security.md',
    '/docs/guide/../../package.json',
    '/docs/guide/samples',
    '/docs/security.md',
    '/Openapi.json',
  ])('%s is not served', async (path) => {
    expect((await gateway.request(path)).status).toBe(404)
  })
})
