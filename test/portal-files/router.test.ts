import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import express, { type ErrorRequestHandler } from 'express'
import { describe, expect, test } from 'vitest'
import { createPortalRouter } from '../../src/portal-files/router.ts'
import { testGateway } from '../support/gateway.ts'
import { listen } from '../support/listen.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const NOTHING = { page: '', graphiql: '', docs: [], docsPolicy: '', documents: [] }
const PAGES = [
  ...['/', '/sign-in', '/invitation/invite_x', '/connect/x.y', '/firms'],
  ...['/firms/firm_x/service-api/key_x', '/connected-apps', '/connected-apps/grant_x'],
  ...['/portfolio', '/portfolio/ORY-WT-x', '/account/profile', '/explore'],
]

describe('the pages', () => {
  testTable(PAGES)('are the portal page, and are not cached', async (path) => {
    const { status, headers, text } = await gateway.request(path)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(text).toContain('<div id="root">')
  })

  test('has no inline code, and a policy that allows none', async () => {
    const { headers, text } = await gateway.request('/')
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/)
    expect(policy).toMatch(/frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/)
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=/i)
    for (const [, attributes = '', body] of text.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
      expect(attributes).toMatch(/ src="\/assets\//)
      expect(body).toBe('')
    }
  })

  test('has a new nonce each time, the one of its policy', async () => {
    const nonces = await Promise.all([1, 2].map(async () => nonceOf(await gateway.request('/'))))
    expect(new Set(nonces).size).toBe(2)
  })

  testTable(['/nothing', '/sign-in/', '/Account', '/assets/', '/firmsx'])(
    'are no portal page for a program',
    async (path) => {
      const { status, json } = await gateway.request(path)
      expect([status, json.error.code]).toEqual([404, 'route_not_found'])
    },
  )

  testTable([
    ...['/nothing', '/Account', '/firmsx', '/invitation/a/b', '//sign-in', '/constructor'],
    ...['/docs/nothing', '/docs/guide/nothing.md', '/docs/decisions/001-parts.md'],
    ...['/openapi.json/', '/package.json', '/documents/openapi.json'],
  ])('that do not exist are a page that was not found for a browser', async (path) => {
    const { status, headers, text } = await browse(path)
    expect([status, headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(text).toContain('<div id="root">')
  })

  testTable([
    ['/sign-in/', '/sign-in'],
    ['/sign-in///', '/sign-in'],
    ['/Sign-In?next=%2Ffirms', '/sign-in?next=%2Ffirms'],
    ['/login', '/sign-in'],
    ['/LOGIN/', '/sign-in'],
    ['/firms/', '/firms'],
    ['/FIRMS', '/firms'],
    ['/invitation/invite_X/', '/invitation/invite_X'],
    ['/connect/x.Y/', '/connect/x.Y'],
    ['/docs/', '/docs'],
    ['/docs/guide/', '/docs/guide'],
    ['/docs/errors//', '/docs/errors'],
    ['/docs/guide/errors.md', '/docs/guide/errors'],
    ['/docs/guide/README.md', '/docs/guide'],
    ['/swagger', '/docs'],
    ['/connected-apps/', '/connected-apps'],
  ])('that have moved lead a browser to their new address', async (path, page) => {
    const { status, headers } = await browse(path)
    expect([status, headers.get('Location')]).toEqual([308, page])
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  testTable([
    ...['//evil.example/', '//evil.example/sign-in/', '/\\evil.example/', '//firms/'],
    '/login//evil',
  ])('never lead to another site', async (path) => {
    expect((await browse(path)).headers.get('Location')).toBeNull()
  })

  testTable(['/api/v2', '/plants/x/y', '/assets/nothing.js', '/healthz/'])(
    'of programs are for programs, also in a browser',
    async (path) => {
      const { headers } = await browse(path)
      expect(headers.get('Content-Type')).toContain('application/json')
    },
  )

  test('nothing but reading leads to a page', async () => {
    const headers = { Accept: 'text/html' }
    const { status, json } = await gateway.request('/login', { method: 'POST', headers })
    expect([status, json.error.code]).toEqual([404, 'route_not_found'])
  })
})

test('a password manager is led to the page for a new password', async () => {
  const { status, headers } = await gateway.request('/.well-known/change-password')
  expect([status, headers.get('Location')]).toEqual([302, '/account/security'])
})

function nonceOf({ headers, text }: { headers: Headers; text: string }): string {
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '') ?? []
  expect(text).toContain(`nonce="${nonce}"`)
  expect(text).not.toContain('__NONCE__')
  expect(Buffer.from(nonce, 'base64').length).toBe(16)
  return nonce
}

const browse = (path: string) =>
  gateway.request(path, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })

const encoded = (file: string, accepted: string) =>
  gateway.request(file, { headers: { 'Accept-Encoding': accepted } })

test('the assets are cached permanently, and compressed as the browser accepts', async () => {
  for (const file of await firstLoad()) {
    const reply = await encoded(file, 'br, gzip')
    expect(reply.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(reply.headers.get('Vary')).toBe('Accept-Encoding')
    expect(reply.headers.get('Content-Encoding')).toBe('br')
    const plain = await encoded(file, 'identity')
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    expect(reply.text).toBe(plain.text)
  }
})

testTable([
  ...['/assets/..%2Findex.html', '/assets/%2e%2e/index.html', '/assets/index.js.gz'],
  '/assets/__proto__',
])('the assets are the built files alone', async (path) => {
  expect((await gateway.request(path)).status).toBe(404)
})

const ANOTHER = 'The file is not the one that the request names.\n'
testTable([
  ['If-Match', '"another"', 412, ANOTHER],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT', 412, ANOTHER],
  ['Range', 'bytes=99999999-', 416, 'The file has no such range.\n'],
])(
  'the assets answer a condition that does not hold with nothing of the file',
  async (name, value, status, text) => {
    const [file = ''] = await firstLoad()
    for (const path of ['/schema.graphql', file]) {
      const headers = { [name]: value, 'Accept-Encoding': 'br' }
      const reply = await gateway.request(path, { headers })
      expect([path, reply.status, reply.text]).toEqual([path, status, text])
      expect(reply.headers.get('Cache-Control')).toBe('no-store')
      for (const each of ['Content-Encoding', 'ETag', 'Last-Modified'])
        expect(reply.headers.get(each)).toBeNull()
      const range = reply.headers.get('Content-Range')
      expect(range).toEqual(status === 416 ? expect.stringMatching(/^bytes \*\/\d+$/) : null)
    }
    const part = await gateway.request('/schema.graphql', { headers: { Range: 'bytes=0-0' } })
    expect([part.status, part.text]).toEqual([206, '"'])
  },
)

test('the assets are a 404 after a later build has removed them', async () => {
  const gone = { path: '/assets/gone.js', type: 'text/javascript', file: 'gone.js' }
  const assets = [{ ...gone, folder: tmpdir(), encodings: ['br'] as const }]
  const sendError: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(error.status).json(error.code)
  const app = express()
  app.use(
    createPortalRouter({ ...NOTHING, assets }, '', () => false),
    sendError,
  )
  const server = createServer(app)
  const { url } = await listen(server)
  const reply = await fetch(`${url}/assets/gone.js`)
  server.close()
  expect([reply.status, await reply.json()]).toEqual([404, 'route_not_found'])
})

/** Every asset that the HTML of the page names: what a browser loads first. */
async function firstLoad(): Promise<string[]> {
  const { text } = await gateway.request('/')
  return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
}
