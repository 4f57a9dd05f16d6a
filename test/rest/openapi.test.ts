import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Call, type Reply, testGateway } from '../support/gateway.ts'
import { readerOf, tokenOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { misfits, resolve } from '../support/schema.ts'
import { testTable } from '../support/test-table.ts'
import { BARE, WATCH } from './records.ts'

const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
const document = JSON.parse(committed)
const gateway = testGateway()
const { database } = gateway
const reader = testReader(gateway, [...WATCH, ...BARE])
let narrow = { key: '' }

beforeAll(async () => {
  const { secret } = await readerOf(database, reader.clientId, { scopes: ['registry'] })
  narrow = { key: secret }
})

function templateOf(path: string): string {
  const [plain = ''] = path.split('?')
  return plain.replace(/\/ORY-[^/]+/, '/{registry_id}').replace(/^\/plants\/.+/, '/plants/{id}')
}

/** How a reply departs from what is described: its status, headers and body. */
function differences(path: string, method: string, reply: Reply): string[] {
  const operation = document.paths[templateOf(path)]?.[method.toLowerCase()]
  const given = operation?.responses[reply.status]
  const stated = given?.$ref ? resolve(document, given.$ref) : given
  if (!stated) return [`${method} ${path} does not describe ${reply.status}`]
  const schema = stated.content?.['application/json'].schema
  const found = headerDifferences(stated.headers, reply)
  if (!schema) return [...found, ...(reply.text === '' ? [] : ['a body'])]
  return [...found, ...misfits(document, schema, reply.json, { exact: true })]
}

// Headers that fetch does not show: it has undone the compression.
const NOT_SHOWN = ['content-encoding']

/** Described headers that are absent or of another form, and those of ours that are not described. */
function headerDifferences(stated: Record<string, { $ref: string }>, reply: Reply): string[] {
  const described = Object.entries(stated).flatMap(([name, { $ref }]) => {
    const { required, schema } = resolve(document, $ref) as HeaderObject
    const text = reply.headers.get(name)
    if (text === null) return required ? [`${name} is absent`] : []
    const value = schema.type === 'integer' ? Number(text) : text
    return misfits(document, schema, value, { at: name })
  })
  const known = Object.keys(stated).map((name) => name.toLowerCase())
  const unknown = [...reply.headers.keys()].filter(
    (name) => !known.includes(name) && !NOT_SHOWN.includes(name) && !OF_HTTP.includes(name),
  )
  return [...described, ...unknown.map((name) => `${name} is not described`)]
}

interface HeaderObject {
  readonly required?: boolean
  readonly schema: { readonly type: string }
}

// Headers of HTTP itself and of the server, which every client knows.
const OF_HTTP = [
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  'x-content-type-options',
]

async function check(path: string, status: number, call: Call = {}) {
  const reply = await gateway.request(path, call)
  expect(reply.status, reply.text).toBe(status)
  expect(differences(path, call.method ?? 'GET', reply)).toEqual([])
  return reply
}

const client = () => `client_id=${reader.clientId}`

testTable([
  '/api/v1/assets?',
  '/api/v1/assets?page_size=1&',
  '/api/v1/assets?fields=title,valuation&',
  '/api/v1/assets?include=valuations,documents&',
  '/api/v1/assets?updated_since=2020-01-01&',
  '/api/v1/assets/ASSET?include=valuations,documents&',
  '/api/v1/assets/ASSET/valuations?',
  '/api/v1/assets/ASSET/documents?',
  '/api/v1/portfolio/summary?',
])('responses match the description with all data', async (path) => {
  await check(`${path.replace('ASSET', reader.ids.watch ?? '')}${client()}`, 200, reader)
})

testTable(['/api/v1/assets', '/api/v1/portfolio/summary'])(
  'responses match the description with the fewest scopes',
  async (path) => {
    await check(`${path}?${client()}`, 200, narrow)
  },
)

test('responses match the description errors of area A', async () => {
  const assets = `/api/v1/assets?${client()}`
  await check('/api/v1/assets', 400, reader)
  await check(assets, 401)
  await check(`/api/v1/assets/${reader.ids.watch}/valuations?${client()}`, 403, narrow)
  await check(`/api/v1/assets/ORY-WT-${'0'.repeat(26)}?${client()}`, 404, reader)
  const tag = (await check(assets, 200, reader)).headers.get('ETag') ?? ''
  await check(assets, 304, { key: reader.key, headers: { 'If-None-Match': tag } })
})

test('responses match the description area B', async () => {
  const token = await tokenOf(database, reader.clientId)
  const call = { key: token, headers: { 'Content-Type': 'application/json' } }
  const post = { ...call, method: 'POST', body: '{"id":1,"name":"Fern","tag":"shade"}' }
  await check('/plants', 200, post)
  await check('/plants', 400, post)
  await check('/plants', 400, { ...post, headers: {} })
  await check('/plants', 400, { ...post, body: ' '.repeat(70_000) })
  await check('/plants?limit=1', 200, call)
  await check('/plants', 401)
  await check('/plants/1', 204, { ...call, method: 'DELETE' })
  await check('/plants/1', 404, { ...call, method: 'DELETE' })
})

test('the check finds a response that does not match', async () => {
  const path = `/api/v1/assets/${reader.ids.watch}?${client()}`
  const reply = await gateway.request(path, reader)
  reply.json.data.valuation.market_value.amount = 1200.5
  reply.json.data.internal_notes = 'x'
  delete reply.json.grant.version
  expect(differences(path, 'GET', reply)).toHaveLength(3)
})
