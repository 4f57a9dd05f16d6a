import { beforeEach, describe, expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { type PendingRequest, pendingRequest } from '../../../src/modules/usage/request.rows.ts'
import {
  addRequests,
  MAX_OF_KEY,
  removeSurplusRequests,
} from '../../../src/modules/usage/request.writes.ts'
import { MAX_OF_KIND, RequestBuffer } from '../../../src/modules/usage/request-buffer.ts'
import { RequestLogRecorder } from '../../../src/modules/usage/request-log.recorder.ts'
import { CANARY, countingGateway, NOON } from './recording.fixtures.ts'
import { requestRow } from './request-row.ts'

const { gateway, time, begin, withBrokenReads, withoutQuota } = countingGateway()
const { prisma, pool } = gateway.database
let clientId = ''
let registryId = ''
let keyId = ''
let key = ''

beforeEach(async () => {
  ;({ clientId, registryId, keyId, key } = await begin())
})

/** What is stored of the key, newest first. */
async function stored() {
  await gateway.usage.flush()
  return prisma.keyRequest.findMany({ where: { keyId }, orderBy: [{ at: 'desc' }, { id: 'desc' }] })
}

/** What is stored of the only request of the key. */
async function storedOf(ask: (headers: Record<string, string>) => Promise<unknown>) {
  await ask({ 'X-Request-Id': 'asked' })
  const rows = await stored()
  expect(rows).toHaveLength(1)
  return rows[0]
}

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

describe('a request is stored', () => {
  test('with what was asked and how it was answered', async () => {
    const row = await storedOf((headers) =>
      gateway.request(list('&category=art&page_size=2'), { key, headers }),
    )
    expect(row).toMatchObject({
      ...{ at: new Date(NOON), requestId: 'asked', method: 'GET', endpoint: 'GET /api/v1/assets' },
      ...{ path: null, parameters: ['category=art', 'page_size=2'], clientId },
      ...{ status: 200, code: null, message: null, cost: 1, address: null },
    })
    expect(row?.bytes).toBeGreaterThan(100)
    expect(row?.milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('with the reason of an error', async () => {
    const row = await storedOf((headers) => gateway.request(list('&limits=9'), { key, headers }))
    expect(row).toMatchObject({
      ...{ status: 400, code: 'unknown_parameter', parameters: ['limits=…'] },
      message: expect.stringContaining('Unknown parameter: limits. Accepted: client_id, category'),
    })
  })

  test('with the asset that it names', async () => {
    const path = `/api/v1/assets/${registryId}?client_id=${clientId}`
    const row = await storedOf((headers) => gateway.request(path, { key, headers }))
    expect(row).toMatchObject({
      endpoint: 'GET /api/v1/assets/{id}',
      parameters: [`registry_id=${registryId}`],
    })
  })

  test('for an unknown path as well, with the path', async () => {
    const row = await storedOf((headers) =>
      gateway.request(`/api/v1/portfolios/${clientId}?a=1`, { key, headers, method: 'PATCH' }),
    )
    expect(row).toMatchObject({
      ...{ endpoint: 'unknown', method: 'other', code: 'route_not_found', clientId: null },
      ...{ path: `/api/v1/portfolios/${clientId}`, parameters: ['a=…'] },
    })
  })

  test('with a 304, whose body is empty', async () => {
    const { headers } = await gateway.request(list(), { key })
    const known = { 'If-None-Match': headers.get('ETag') ?? '' }
    await gateway.request(list(), { key, headers: known })
    const [row] = (await stored()).filter(({ status }) => status === 304)
    expect(row).toMatchObject({ bytes: 0, clientId })
  })

  test('of GraphQL with its operation and root fields, without variables', async () => {
    const query = `query Board($id: ID!, $n: Int) { a: portfolio(clientId: $id) { assets(first: $n) { nodes { id } } } viewer { kind } }`
    const row = await storedOf((headers) =>
      gateway.graphql(query, { key, headers, variables: { id: clientId, n: 2 } }),
    )
    expect(row).toMatchObject({
      ...{ endpoint: 'POST /graphql', status: 200, code: null, clientId },
      parameters: ['operation=query Board', 'fields=portfolio,viewer'],
    })
  })

  test('with its address only where that was the reason', async () => {
    await prisma.apiKey.update({ where: { id: keyId }, data: { allowedIps: ['203.0.113.0/24'] } })
    const row = await storedOf((headers) => gateway.request(list(), { key, headers }))
    expect(row).toMatchObject({ code: 'ip_not_allowed', address: expect.stringMatching(/127|::1/) })
  })

  test('only if it has a live key', async () => {
    await gateway.request(list(), { key: createSecret('production').secret })
    await gateway.request('/nowhere')
    expect(await stored()).toEqual([])
  })
})

describe('no secret and no private data is stored', () => {
  const basic = Buffer.from(`ada:${CANARY} ${CANARY}`).toString('base64')

  test('of whatever a caller sends', async () => {
    const other = createSecret('sandbox').secret
    const [quoted, name] = [JSON.stringify(other), CANARY.replaceAll('-', ' ')]
    await gateway.request(list(`&api_key=${other}`), { key })
    await gateway.request(list(`&category=${other}`), { key })
    await gateway.request(list(`&${other}=1`), { key })
    await gateway.request(list(`&authorization=Basic%20${encodeURIComponent(basic)}`), { key })
    await gateway.request(list(`&category=${encodeURIComponent(name)}`), { key })
    await gateway.request(list(`&cursor=${basic}`), { key })
    await gateway.request(`/api/v1/${other}/assets`, { key })
    await gateway.request(`/${other.replace('sk_', 'sk%5F')}?x=${other}`, { key })
    await gateway.request(`/clients/${encodeURIComponent(name)}`, { key })
    await gateway.request(list(), { key: `${key}`, headers: { Cookie: `session=${other}` } })
    await gateway.graphql(`{ portfolio(clientId: ${quoted}) { currency } }`, { key })
    await gateway.graphql(`{ portfolio(clientId: ${quoted}) { assets(first: ${quoted}) { x } } }`, {
      key,
    })
    await gateway.graphql(`query ${other} { viewer { kind } }`, { key })
    await gateway.graphql(`{ ${other} }`, { key })
    await gateway.graphql(`{ viewer(a: "${name}" "${other}"`, { key })
    const variables = { n: name, s: other }
    await gateway.graphql(
      `query ($n: Int, $s: Boolean) { portfolios(first: $n) { totalCount } viewer @skip(if: $s) { kind } }`,
      { key, variables },
    )
    await gateway.request(
      `/graphql?query=${encodeURIComponent(`{viewer{kind}}`)}&variables=${encodeURIComponent(JSON.stringify(variables))}`,
      { key },
    )
    const rows = await stored()
    expect(rows.length).toBeGreaterThan(15)
    const text = JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    for (const secret of [key, other, basic])
      for (const part of [secret, secret.slice(-20), secret.slice(18)])
        expect(text).not.toContain(part)
    expect(text.toLowerCase()).not.toContain(name)
  })

  test('of a response or of an internal error', async () => {
    await gateway.request(list(), { key })
    await withBrokenReads(() => gateway.request(list('&page_size=3'), { key }))
    const text = JSON.stringify(await stored())
    expect(text).toContain('internal_error')
    expect(text).not.toMatch(new RegExp(`${CANARY}|Ada Hale`))
  })
})

describe('what is stored of a key is bounded', () => {
  const SECONDS = 1_000

  test('a burst of 5,000 requests over the limit does not push out one other', async () => {
    const rows = [
      requestRow(keyId, {
        at: new Date(NOON),
        request_id: 'one',
        code: 'invalid_parameter',
        status: 400,
      }),
      ...Array.from({ length: 5_000 }, (_, n) =>
        requestRow(keyId, { at: new Date(NOON + n * SECONDS) }),
      ),
    ]
    await addRequests(pool, rows)
    await removeSurplusRequests(pool, [keyId])
    const left = await stored()
    expect(left).toHaveLength(MAX_OF_KEY)
    expect(left.at(-1)?.requestId).toBe('one')
    expect(left[0]?.at).toEqual(new Date(NOON + 4_999 * SECONDS))
  })

  test('kinds share the room, and another key is not touched', async () => {
    const endpoints = ['GET /a', 'GET /b', 'GET /c']
    const next = requestRow('key_next')
    const rows = endpoints.flatMap((endpoint, place) =>
      Array.from({ length: [2_000, 100, 2_000][place] ?? 0 }, (_, n) =>
        requestRow(keyId, { endpoint, at: new Date(NOON + n) }),
      ),
    )
    await addRequests(pool, [...rows, next])
    await removeSurplusRequests(pool, [keyId])
    const left = await stored()
    const counts = endpoints.map((each) => left.filter(({ endpoint }) => endpoint === each).length)
    expect(counts).toEqual([450, 100, 450])
    expect(await prisma.keyRequest.count({ where: { keyId: 'key_next' } })).toBe(1)
  })

  test('through the gateway, by flushes and in all', async () => {
    await gateway.request(list('&no_such=1'), { key, headers: { 'X-Request-Id': 'one' } })
    await withoutQuota(async () => {
      for (let n = 0; n < 4 * MAX_OF_KIND; n++) {
        time.now += 1
        await gateway.request(`/nowhere/${n}`, { key })
      }
    })
    const rows = await stored()
    expect(rows.at(-1)?.requestId).toBe('one')
    expect(rows[0]?.path).toBe(`/nowhere/${4 * MAX_OF_KIND - 1}`)
    expect(rows.length).toBeLessThanOrEqual(2 * MAX_OF_KIND + 1)
    const counts = await prisma.errorCount.findMany({ where: { keyId } })
    expect(counts.map(({ requests }) => requests).sort()).toEqual([1, 4 * MAX_OF_KIND])
  })

  test('100,000 unknown paths, and again', async () => {
    const log = new RequestLogRecorder(pool)
    for (let flush = 0; flush < 70; flush++) {
      for (let n = 0; n < 1_500; n++) log.record(ended(`/x/${flush}/${n}`, NOON + flush))
      await log.write()
    }
    expect(log.takeLost()).toBe(0)
    const left = await prisma.keyRequest.count({ where: { keyId } })
    expect(left).toBeGreaterThanOrEqual(MAX_OF_KEY)
    expect(left).toBeLessThan(MAX_OF_KEY + 120)
  })
})

const asked = { template: undefined, query: '', operation: null, parameters: new Set('') }

function ended(path: string, at: number, code = 'unknown') {
  return {
    ...{ usage: { keyId, opened: new Map() }, error: null, requestId: 'r', ip: '', cost: 1 },
    ...{ at: new Date(at), endpoint: code, status: 200, milliseconds: 1, bytes: 1 },
    asked: { ...asked, method: 'GET', path },
  }
}

describe('the buffer', () => {
  const requestsOf = async (buffer: RequestBuffer) => {
    const parts: PendingRequest[][] = []
    await buffer.drain(8, async (part) => void parts.push(part))
    return parts
  }
  const add = (buffer: RequestBuffer, path: string, code?: string) =>
    buffer.add(pendingRequest(ended(path, NOON, code)))

  test('keeps the newest of each kind, and gives them in parts', async () => {
    const buffer = new RequestBuffer()
    add(buffer, '/other', 'GET /x')
    for (let n = 0; n < 3 * MAX_OF_KIND + 7; n++) add(buffer, `/${n}`)
    const parts = await requestsOf(buffer)
    expect(parts.map(({ length }) => length)).toEqual([8, 8, 5])
    const paths = parts.flat().map(({ asked: { path } }) => path)
    expect(paths[0]).toBe('/other')
    expect(paths.slice(1)).toEqual(
      Array.from({ length: MAX_OF_KIND }, (_, n) => `/${2 * MAX_OF_KIND + 7 + n}`),
    )
    expect(await requestsOf(buffer)).toEqual([])
  })

  test('is bounded in bytes: what has no room is counted', async () => {
    const buffer = new RequestBuffer(10_000)
    for (let n = 0; n < 50; n++) add(buffer, `/${'x'.repeat(1_000)}`, `GET /${n}`)
    expect(buffer.isCrowded).toBe(true)
    const kept = (await requestsOf(buffer)).flat().length
    expect([kept, buffer.takeLost()]).toEqual([7, 43])
    add(buffer, '/y')
    expect([buffer.isCrowded, buffer.takeLost()]).toEqual([false, 0])
  })

  test('keeps what could not be written, and does not write the rest twice', async () => {
    const buffer = new RequestBuffer()
    for (let n = 0; n < MAX_OF_KIND; n++) add(buffer, `/${n}`)
    const written: string[] = []
    const broken = buffer.drain(8, async (part) => {
      if (written.length > 0) throw new Error('broken')
      written.push(...part.map(({ asked: { path } }) => path))
      add(buffer, '/since')
    })
    await expect(broken).rejects.toThrow('broken')
    const rest = (await requestsOf(buffer)).flat().map(({ asked: { path } }) => path)
    expect(rest).toEqual([...Array.from({ length: 12 }, (_, n) => `/${8 + n}`), '/since'])
  })
})
