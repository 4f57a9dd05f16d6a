import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeInterface } from '../../src/rest/openapi/document.ts'
import { ROUTES } from '../../src/rest/router.ts'
import { type Call, type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds, tokenOf } from '../support/portfolio.ts'
import { misfits, resolve } from '../support/schema.ts'
import { PUBLISHED } from './plant-store.ts'
import { BARE, WATCH } from './records.ts'

const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
const document = JSON.parse(committed)
const gateway = testGateway()
let owner = ''
let poor = ''
let token = ''
let key = ''
let narrowKey = ''
let asset = ''

beforeAll(async () => {
  const { database } = gateway
  owner = await clientWith(database, [...WATCH, ...BARE])
  poor = await clientWith(database, BARE)
  asset = (await registryIds(database, owner)).watch ?? ''
  token = await tokenOf(database, owner)
  const wide = await keyWith(database)
  const narrow = await keyWith(database)
  key = wide.secret
  narrowKey = narrow.secret
  await grantWith(database, wide.id, owner)
  await grantWith(database, wide.id, poor)
  await grantWith(database, narrow.id, owner, { scopes: ['registry'] })
})

/** The path of the description under which a request falls. */
function templateOf(path: string): string {
  const [plain = ''] = path.split('?')
  return plain.replace(/\/ORY-[^/]+/, '/{registry_id}').replace(/^\/plants\/.+/, '/plants/{id}')
}

/** How a reply departs from what is described: its status, headers and body. */
function differences(path: string, method: string, reply: Reply): string[] {
  const operation = document.paths[templateOf(path)]?.[method.toLowerCase()]
  const stated = operation?.responses[reply.status]
  if (!stated) return [`${method} ${path} does not describe ${reply.status}`]
  const response = stated.$ref ? resolve(document, stated.$ref) : stated
  const absent = Object.keys(response.headers).filter((name) => !reply.headers.has(name))
  const schema = response.content?.['application/json'].schema
  if (!schema) return [...absent, ...(reply.text === '' ? [] : ['a body'])]
  return [...absent, ...misfits(document, schema, reply.json)]
}

async function check(path: string, status: number, call: Call = {}) {
  const reply = await gateway.request(path, call)
  expect(reply.status, reply.text).toBe(status)
  expect(differences(path, call.method ?? 'GET', reply)).toEqual([])
  return reply
}

describe('openapi.json', () => {
  test('is current', () => {
    expect(committed, 'run: npm run generate').toBe(
      `${JSON.stringify(describeInterface(ROUTES), null, 2)}\n`,
    )
  })

  test('has every route with its parameters, and no other', () => {
    const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    const template = (path: string) => path.replace(/:(\w+)/, '{$1}')
    const served = ROUTES.map(({ method, path }) => `${method} ${template(path)}`)
    expect(described.sort()).toEqual(served.sort())
    for (const { method, path, parameters } of ROUTES) {
      const stated = document.paths[template(path)][method].parameters
      const query = stated.filter((parameter: { in?: string }) => parameter.in === 'query')
      expect(query.map(({ name }: { name: string }) => name)).toEqual(Object.keys(parameters))
    }
  })

  test('has valid references, and examples that match their schemas', () => {
    const references = [...committed.matchAll(/"\$ref": "([^"]+)"/g)].map(([, to]) => to ?? '')
    expect(references.filter((to) => resolve(document, to) === undefined)).toEqual([])
    let examples = 0
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('example' in value && 'schema' in value && '$ref' in Object(value.schema)) {
        examples++
        expect(misfits(document, value.schema, value.example)).toEqual([])
      }
      for (const member of Object.values(value)) visit(member)
    }
    visit(document)
    expect(examples).toBeGreaterThan(10)
  })

  test.skipIf(PUBLISHED === null)(
    'has the same required members of plants as the published description',
    () => {
      const bodies = [
        { name: 'Fern' },
        { name: 'Fern', tag: 'shade' },
        { tag: 'shade' },
        { name: 1 },
        {},
      ]
      const plant = { $ref: '#/components/schemas/Plant' }
      const fits = (of: unknown, body: unknown) => misfits(of, plant, body).length === 0
      for (const body of bodies) expect(fits(document, body)).toBe(fits(PUBLISHED, body))
    },
  )
})

describe('responses match the description', () => {
  test.each([
    ['/api/v1/assets?'],
    ['/api/v1/assets?page_size=1&'],
    ['/api/v1/assets?page=9&'],
    ['/api/v1/assets?include=valuations,documents&'],
    ['/api/v1/assets?updated_since=2020-01-01&'],
    ['/api/v1/assets/ASSET?include=valuations,documents&'],
    ['/api/v1/assets/ASSET/valuations?'],
    ['/api/v1/assets/ASSET/documents?'],
    ['/api/v1/portfolio/summary?'],
  ])('%s', async (path) => {
    await check(`${path.replace('ASSET', asset)}client_id=${owner}`, 200, { key })
  })

  test.each([
    '/api/v1/assets',
    '/api/v1/portfolio/summary',
  ])('%s, with the fewest scopes', async (path) => {
    await check(`${path}?client_id=${owner}`, 200, { key: narrowKey })
  })

  test.each([
    '/api/v1/assets',
    '/api/v1/portfolio/summary',
  ])('%s, with hardly any data', async (path) => {
    await check(`${path}?client_id=${poor}`, 200, { key })
  })

  test('/api/v1/me', async () => {
    await check('/api/v1/me', 200, { key })
    await check('/api/v1/me?page_size=1', 200, { key })
    await check('/api/v1/me', 401)
    await check('/api/v1/me?client_id=x', 400, { key })
  })

  test('errors of area A', async () => {
    const assets = `/api/v1/assets?client_id=${owner}`
    await check('/api/v1/assets', 400, { key })
    await check(assets, 401)
    await check(`/api/v1/assets/${asset}/valuations?client_id=${owner}`, 403, { key: narrowKey })
    await check(`/api/v1/assets/ORY-WT-${'0'.repeat(26)}?client_id=${owner}`, 404, { key })
    const { headers } = await check(assets, 200, { key })
    await check(assets, 304, { key, headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
  })

  test('area B', async () => {
    const call = { key: token, headers: { 'Content-Type': 'application/json' } }
    const post = { ...call, method: 'POST', body: '{"id":1,"name":"Fern","tag":"shade"}' }
    await check('/plants', 200, post)
    await check('/plants', 400, post)
    await check('/plants', 415, { ...post, headers: {} })
    await check('/plants', 413, { ...post, body: ' '.repeat(70_000) })
    await check('/plants?limit=1', 200, call)
    await check('/plants', 401)
    await check('/plants/1', 204, { ...call, method: 'DELETE' })
    await check('/plants/1', 404, { ...call, method: 'DELETE' })
  })

  test('the check finds a response that does not match', async () => {
    const path = `/api/v1/assets/${asset}?client_id=${owner}`
    const reply = await gateway.request(path, { key })
    reply.json.data.valuation.market_value.amount = 1200.5
    reply.json.data.internal_notes = 'x'
    delete reply.json.grant.version
    expect(differences(path, 'GET', reply)).toHaveLength(3)
  })
})
