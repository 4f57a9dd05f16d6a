import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
let page = ''

beforeAll(async () => {
  const reply = await gateway.request('/graphql', { headers: { Accept: 'text/html' } })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('Content-Type')).toContain('text/html')
  page = reply.text
})

// Everything that a browser fetches by itself on opening a page stands in one of these places.
const FETCHED = [
  /<script\b[^>]*\bsrc\s*=\s*["']?([^"'\s>]+)/gi,
  /<link\b[^>]*\bhref\s*=\s*["']?([^"'\s>]+)/gi,
  /<(?:img|iframe|source|video|audio|embed|object)\b[^>]*\b(?:src|data)\s*=\s*["']?([^"'\s>]+)/gi,
  /@import\s+(?:url\()?["']?([^"')\s;]+)/gi,
  /\burl\(\s*["']?([^"')\s]+)/gi,
  /\bimportScripts\(\s*["'`]([^"'`]+)/g,
  /\bimport\(\s*["'`]([^"'`]+)/g,
  /\b(?:fetch|new Worker|new WebSocket|new EventSource)\(\s*["'`]([^"'`]+)/g,
]

describe('GraphiQL', () => {
  test('is one page that brings its scripts and styles along', () => {
    expect(page).toMatch(/<script>/)
    expect(page).toMatch(/<style|\.style|css/)
    expect(page).toContain('YogaGraphiQL')
    expect(page.length).toBeGreaterThan(1_000_000)
  })

  test.each(FETCHED)('fetches nothing from another host: %s', (place) => {
    const addresses = [...page.matchAll(place)].map(([, address = '']) => address)
    expect(addresses.filter((address) => /^(https?:)?\/\//i.test(address))).toEqual([])
  })

  test('is for browsers that read, not for programs that ask', async () => {
    const { headers } = await gateway.request('/graphql?query={__typename}', {
      headers: { Accept: 'application/json' },
    })
    expect(headers.get('Content-Type')).toContain('application/json')
  })

  test('is refused to a caller whose key is not good', async () => {
    const reply = await gateway.request('/graphql', { key: 'x', headers: { Accept: 'text/html' } })
    expect(reply.status).toBe(401)
  })
})
