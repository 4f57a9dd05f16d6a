import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inlineParts } from '../../src/portal-files/page-headers.ts'
import { testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const browse = (path: string) => gateway.request(path, { headers: { Accept: 'text/html' } })

test('the documents are the files of the guide, which a browser sees as pages', async () => {
  const guide = readdirSync('docs/guide', { recursive: true, encoding: 'utf8' })
  const files = [
    ...['docs/glossary.md', 'docs/samples/import-csv.js', 'schema.graphql'],
    ...guide.filter((file) => file.includes('.')).map((file) => `docs/guide/${file}`),
  ]
  expect(files.length).toBeGreaterThan(15)
  for (const file of files) {
    const raw = await gateway.request(`/${file}`)
    expect([file, raw.status, raw.text]).toEqual([file, 200, readFileSync(file, 'utf8')])
    expect(raw.headers.get('X-Content-Type-Options')).toBe('nosniff')
    if (/\.(md|graphql)$/.test(file))
      expect(raw.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const { status, headers } = await browse(`/${file}`)
    const page = `/${file.replace('/README.md', '').replace('.md', '')}`
    const seen = file.endsWith('.md') ? [308, page] : [200, null]
    expect([file, status, headers.get('Location')]).toEqual([file, ...seen])
    if (file.endsWith('.md'))
      for (const each of [raw.headers, headers]) expect(each.get('Vary')).toContain('Accept')
  }
})

test('the documents have pages, which are asked for again each time, and compressed', async () => {
  const accepted = { Accept: 'text/html', 'Accept-Encoding': 'br, gzip' }
  const { status, headers, text } = await gateway.request('/docs', { headers: accepted })
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(headers.get('Content-Encoding')).toBe('br')
  expect(headers.get('ETag')).toMatch(/^W\/"[\w-]{22}"$/)
  expect(headers.get('Last-Modified')).toBeNull()
  for (const link of ['/openapi.json', '/schema.graphql', '/docs/guide/samples/sync.py'])
    expect(text).toContain(`href="${link}"`)
  expect((await browse('/docs/importing')).text).toContain('href="/docs/samples/import-csv.js"')
  // fetch adds `no-cache` to a conditional request that has no `Cache-Control`.
  const cached = { 'If-None-Match': headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
  const same = { ...cached, 'Accept-Encoding': 'br' }
  expect((await gateway.request('/docs', { headers: same })).status).toBe(304)
  const plain = await gateway.request('/docs', { headers: { 'Accept-Encoding': 'identity' } })
  expect([plain.headers.get('Content-Encoding'), plain.text]).toEqual([null, text])
  const head = await gateway.request('/docs/errors', { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
  const index = await gateway.request('/docs/search.json')
  expect(index.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(index.json.length).toBeGreaterThan(500)
  const schema = await gateway.request('/schemas/import.schema.json')
  expect([schema.status, schema.json.title]).toEqual([200, 'A line of an import'])
})

testTable(['/docs', '/docs/errors', '/docs/api/listAssets'])(
  'the documents have a policy that allows their one style and their one inline script, and no others',
  async (path) => {
    const { headers, text } = await browse(path)
    const [style, ...styles] = partsOf(text, /<style[^>]*>(.*?)<\/style>/gs)
    const [script, ...scripts] = partsOf(text, /<script>(.*?)<\/script>/gs)
    expect([styles, scripts]).toEqual([[], []])
    expect(headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'self' ${hashOf(script)}; style-src ${hashOf(style)}; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    )
    expect(text).not.toMatch(/<[^>]+\s(?:style|on\w+)=|rel="stylesheet"/i)
  },
)

testTable([
  ...['/docs/guide/..%2Fsecurity.md', '/docs/guide/%2e%2e/security.md'],
  ...['/docs/guide/../../package.json', '/docs/guide/samples', '/docs/errors.html'],
  ...['/docs/errors.html.br', '/docs/..%2F..%2Findex', '/Docs/errors', '/docs/security.md'],
  '/Openapi.json',
])('the documents are the only files that are served', async (path) => {
  expect((await gateway.request(path)).status).toBe(404)
})

const partsOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, part]) => part)
const hashOf = (part = '') => `'sha256-${createHash('sha256').update(part).digest('base64')}'`

testTable(['<script>a</script>', '<style>a{}</style>', '<style nonce="a">a{}</style>'])(
  'a template without its parts is refused',
  (template) => {
    expect(() => inlineParts(template)).toThrow('The template has no inline')
  },
)
