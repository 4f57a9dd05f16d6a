import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { createTracing } from '../../src/tracing/tracing.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway, VERSION } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import { type ReceivedSpan, startCollector } from './collector.ts'

const collector = await startCollector()
const settings = {
  endpoint: collector.endpoint,
  headers: { 'X-Collector-Key': 'collector-secret' },
  serviceName: 'orangery-test',
  ratio: 1,
}
const log: string[] = []
const tracing = createTracing(settings, pino({}, { write: (line: string) => void log.push(line) }))
const database = testDatabase()
const config = { trustProxy: true }
const quota = tracing.traceQuota(createMemoryQuota())
const gateway = testGateway({ database, quota, tracing, config })
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
let names: { clientId: string; secret: string; keyId: string; registryId: string }

beforeAll(async () => {
  const clientId = await clientWith(
    database,
    [{ type: 'asset', ref: 'canary-ref', category: 'WT', title: 'canary-title' }],
    'sandbox',
  )
  const key = await readerOf(database, clientId, {}, { environment: 'sandbox' })
  const asset = await database.prisma.asset.findFirstOrThrow({ where: { clientId } })
  names = { clientId, secret: key.secret, keyId: key.id, registryId: asset.registryId }
  await rest(`/api/v1/assets/${names.registryId}/valuations?client_id=${clientId}`)
  await rest(`/api/v1/assets?client_id=${clientId}&min_value=1234.5`)
  await gateway.graphql(
    `{ portfolio(clientId: "${clientId}") { assets(first: 1) { nodes { registryId } } } }`,
    { key: names.secret, headers: { traceparent: 'not valid', tracestate: 'vendor=canary-state' } },
  )
  await gateway.request('/api/v1/me', { headers: { 'X-Service-Version': VERSION } })
  await gateway.request('/api/v1/canary-path?client_id=canary', { key: `${names.secret}x` })
  await gateway.request('/readyz')
  await tracing.close()
})

afterAll(() => collector.close())

function rest(path: string) {
  const headers = {
    traceparent: `00-${TRACE}-${PARENT}-00`,
    tracestate: 'vendor=canary-state',
    'X-Forwarded-For': '203.0.113.77',
    'User-Agent': 'canary-agent',
    'X-Request-Id': 'canary-request',
  }
  return gateway.request(path, { key: names.secret, headers })
}

/** The names of the spans below a request, and below these. */
function below(parent: ReceivedSpan | undefined): unknown[] {
  return collector.spans
    .filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
    .map((span) => (below(span).length > 0 ? [span.name, below(span)] : span.name))
}
const requestsOf = (name: string) => collector.spans.filter((span) => span.name === name)

test('a traced request over REST has the template of its path, and its parts below it', () => {
  const [span] = requestsOf('GET /api/v1/assets/{registry_id}/valuations')
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, status: { code: 0 } })
  expect(span?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/assets/{registry_id}/valuations',
    'http.response.status_code': 200,
    'orangery.surface': 'rest',
  })
  expect(below(span)).toEqual(
    expect.arrayContaining([
      ['identify', ['quota', 'read key_and_grant']],
      'quota',
      'read valuations',
      'serialize',
    ]),
  )
})

test('a traced request over GraphQL has none of its document, and no parent that is not valid', () => {
  const [span] = requestsOf('POST graphql')
  expect(span?.parentSpanId ?? '').toBe('')
  expect(span?.traceId).not.toBe(TRACE)
  expect(span?.attributes).toMatchObject({
    'http.response.status_code': 200,
    'orangery.surface': 'graphql',
  })
  expect(below(span)).toEqual(
    expect.arrayContaining([
      ['identify', ['read key']],
      'read grant',
      'quota',
      'read assets',
      'serialize',
    ]),
  )
})

test('a traced request without a credential, or with a wrong one, is a 401 that read nothing', () => {
  const [span] = requestsOf('GET /api/v1/me')
  expect(span?.attributes['http.response.status_code']).toBe(401)
  expect(below(span)).toEqual(['quota'])
  const [unknown] = requestsOf('GET other')
  expect(unknown?.attributes['http.response.status_code']).toBe(401)
  expect(below(unknown)).toEqual(['quota'])
  expect(collector.spans.map(({ attributes }) => attributes['orangery.quota.kind'])).toEqual(
    expect.arrayContaining(['anonymous', 'failed_credentials', 'key']),
  )
})

test('a traced request is in the log with the id of its trace', () => {
  const lines = gateway.log.map((line) => JSON.parse(line))
  const line = lines.find(({ path }) => path?.endsWith('/valuations'))
  expect(line).toMatchObject({ trace_id: TRACE })
  expect(lines.find(({ path }) => path === '/readyz')).not.toHaveProperty('trace_id')
})

test('what is sent has no secret, id, address or text of a caller, and no SQL', () => {
  const sent = collector.bodies.join('\n')
  expect(sent).toContain('valuations')
  for (const each of Object.values(names)) expect(sent).not.toContain(each)
  expect(sent).not.toMatch(
    /canary|1234\.5|203\.0\.113|127\.0\.0\.1|SELECT|WHERE|sk_|pat_|user_|key_0/,
  )
  expect(sent).not.toContain('collector-secret')
})

test('what is sent goes to the path of OTLP with the headers, under the name of the service', () => {
  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-collector-key': 'collector-secret', 'content-type': 'application/json' },
  })
  expect(new Set(collector.services)).toEqual(new Set(['orangery-test']))
  expect(log).toEqual([])
})
