import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parsePart } from '../../src/openapi/fixed-parts.ts'
import { testGateway } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const plain = testGateway()
const published = testGateway({ config: { publicUrl: 'https://api.example.com' } })
const proxied = testGateway({ config: { trustProxy: true } })
const PATH = '/openapi.json'
const committed = JSON.parse(readFileSync('openapi.json', 'utf8'))

/** The answer to a request with this `Host`, which `fetch` does not let a caller choose. */
async function withHost(host: string, protocol = '', gateway = plain) {
  const { port } = new URL(gateway.url())
  const socket = connect(Number(port), '127.0.0.1')
  const forwarded = protocol && `X-Forwarded-Proto: ${protocol}\r\n`
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: ${host}\r\n${forwarded}Connection: close\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}
const serverOf = (body: string) => JSON.parse(body).servers[0].url

test('/openapi.json is the description of the repository, with the address that was asked', async () => {
  const { status, headers, json } = await plain.request(PATH)
  const [server] = committed.servers
  expect([status, json]).toEqual([
    200,
    { ...committed, servers: [{ ...server, url: json.servers[0].url }] },
  ])
  expect(json.servers[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
})

test('/openapi.json has the public address whatever the host of the request', async () => {
  const { body, head } = await withHost('evil.example', 'http', published)
  expect(serverOf(body)).toBe('https://api.example.com')
  expect(head).toContain('Cache-Control: public, max-age=300')
})

test('a catalogue and a list for programs name addresses that are served', async () => {
  const { headers, text: catalogue } = await plain.request('/.well-known/api-catalog')
  expect(headers.get('Content-Type')).toMatch(/^application\/linkset\+json; profile="https:/)
  expect(headers.get('Link')).toMatch(/^<http:.+\/api-catalog>; rel="api-catalog"$/)
  const { text: list } = await plain.request('/llms.txt')
  const links = [...list.matchAll(/^- \[[^\]]+\]\((.+)\)$/gm)].map(([, path = '']) => path)
  expect(links).toContain('/docs/guide/walking.md')
  const { linkset } = JSON.parse(catalogue)
  for (const {
    'service-desc': [{ href }],
    'service-doc': [page],
  } of linkset)
    links.push(new URL(href).pathname, new URL(page.href).pathname)
  for (const path of links) expect([path, (await plain.request(path)).status]).toEqual([path, 200])
})

test('/openapi.json is stored by no shared cache where the host decides, and has a tag for each host', async () => {
  const a = await withHost('a.example:8080')
  const b = await withHost('b.example')
  expect([serverOf(a.body), serverOf(b.body)]).toEqual([
    'http://a.example:8080',
    'http://b.example',
  ])
  for (const { head } of [a, b]) {
    expect(head).toContain('Cache-Control: private, no-cache')
    expect(head).toMatch(/^Vary: .*Host/m)
  }
  const tagOf = (head: string) => /^ETag: (.+)$/m.exec(head)?.[1]
  expect(tagOf(a.head)).not.toBe(tagOf(b.head))
})

testTable([
  ...['a"b', 'a.example/","x":"', 'user@a.example', 'a.example:port'],
  ...['a b', '<script>', 'a.example\\'],
])('/openapi.json rejects a host that is none', async (host) => {
  const { head, body } = await withHost(host)
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(body).not.toContain('openapi')
})

testTable([
  ['https', 'https://a.example'],
  ['javascript', 'http://a.example'],
  ['"', 'http://a.example'],
])('/openapi.json has the scheme that a trusted proxy names', async (protocol, url) => {
  expect(serverOf((await withHost('a.example', protocol, proxied)).body)).toBe(url)
  expect(serverOf((await withHost('a.example', protocol)).body)).toBe('http://a.example')
})

const FOLDER = 'src/openapi'

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

const shape = z.strictObject({ title: z.string(), limit: z.unknown().optional() })
const part = (source: string) => () => parsePart('part.yaml', source, shape)

testTable([
  ['limit: 1', 'part.yaml', 'title'],
  ['title: A\nsubtitle: B', 'part.yaml', 'subtitle'],
  ['title: A\ntitle: B', 'part.yaml', 'line 2'],
  ['title: A\nlimit: !value MAX_PAGES', 'part.yaml', 'MAX_PAGES'],
])('an error of the data names the file and the place', (source, file, place) => {
  expect(part(source)).toThrow(file)
  expect(part(source)).toThrow(place)
})

testTable(readdirSync(FOLDER).filter((name) => name.endsWith('.yaml')))(
  'data of the description has no text that the document does not contain',
  (name) => {
    const known = textsOf(committed).join('\n')
    const data = parse(readFileSync(join(FOLDER, name), 'utf8'), {
      merge: true,
      customTags: [{ tag: '!value', resolve: () => null }],
    })
    const texts = textsOf(data)
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.filter((text) => !known.includes(text))).toEqual([])
  },
)
