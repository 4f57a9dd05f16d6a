import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryQuota, type Quota } from '../../../src/access/quota.ts'
import { SCOPES } from '../../../src/access/scopes.ts'
import { createSecret } from '../../../src/access/secret.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant, updateGrant } from '../../../src/modules/grants/grants.writes.ts'
import { readRecentErrors } from '../../../src/modules/usage/usage.reads.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds, tokenOf } from '../../support/portfolio.ts'

const NOON = Date.parse('2026-06-10T12:00:00.000Z')
const CANARY = 'canary-9f2e7c41'
let clock = NOON
let exhausted = false

const counting = createMemoryQuota()
const quota: Quota = {
  ...counting,
  spend: async (...spent) => ({
    ...(await counting.spend(...spent)),
    ...(exhausted && { exceeded: true }),
  }),
}
const gateway = testGateway({ now: () => new Date(clock), quota })
const { database } = gateway
let clientId = ''
let registryId = ''
let grantId = ''
let keyId = ''
let key = ''

const asset = (ref: string) => ({
  type: 'asset',
  ref,
  title: CANARY,
  category: 'art',
  notes: CANARY,
})

beforeEach(async () => {
  clock = NOON
  clientId = await clientWith(database, ['a', 'b', 'c'].map(asset))
  registryId = (await registryIds(database, clientId)).a ?? ''
  const made = await keyWith(database)
  keyId = made.id
  key = made.secret
  grantId = (await grantWith(database, keyId, clientId)).id
})

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

/** What is counted of a key or a grant, as `endpoint outcome: requests`. */
async function countsOf(id: string) {
  await gateway.usage.flush()
  const rows = id.startsWith('key_')
    ? await database.prisma.keyUsage.findMany({ where: { keyId: id } })
    : await database.prisma.grantUsage.findMany({ where: { grantId: id } })
  return Object.fromEntries(
    rows.flatMap((row) =>
      (['ok', 'refused', 'limited', 'failed'] as const)
        .filter((outcome) => row[outcome] > 0)
        .map((outcome) => [`${row.endpoint} ${outcome}`, row[outcome]]),
    ),
  )
}

async function readsOf(id: string) {
  await gateway.usage.flush()
  const where = { grantId: id, reads: { gt: 0 } }
  const rows = await database.prisma.grantUsage.findMany({ where, orderBy: { endpoint: 'asc' } })
  return rows.map(({ endpoint, scopes, reads, assets }) => [
    endpoint,
    scopes,
    reads,
    Number(assets),
  ])
}

async function errorsOf(id: string) {
  await gateway.usage.flush()
  return (await readRecentErrors(database.pool, [id], 50)).get(id) ?? []
}

/** Whatever reads assets fails while `during` runs. */
async function withBrokenReads(during: () => Promise<unknown>) {
  const original = database.pool.query.bind(database.pool)
  const query = vi.spyOn(database.pool, 'query')
  query.mockImplementation((...args: Parameters<typeof original>) =>
    JSON.stringify(args[0]).includes('FROM assets')
      ? Promise.reject(new TypeError(CANARY))
      : original(...args),
  )
  await during().finally(() => query.mockRestore())
}

async function withoutQuota(during: () => Promise<unknown>) {
  exhausted = true
  await during().finally(() => {
    exhausted = false
  })
}

describe('what is counted', () => {
  test('over REST: every request of a key, by how it ended', async () => {
    const statuses: number[] = []
    const ask = async (path: string, headers = {}) => {
      const reply = await gateway.request(path, { key, headers })
      statuses.push(reply.status)
      return reply
    }
    const { headers } = await ask(list())
    await ask(list())
    await ask(list(), { 'If-None-Match': headers.get('ETag') })
    await ask(list('&no_such=1'))
    await ask(list(), { 'X-Service-Version': 'never' })
    await ask(`/api/v1/assets/${registryId}?client_id=${clientId}`)
    await ask(`/api/v1/assets/nothing?client_id=${clientId}`)
    await ask('/api/v1/portfolio/summary?client_id=user_nobody')
    await withoutQuota(() => ask(list()))
    await withBrokenReads(() => ask(list('&page=2')))
    expect(statuses).toEqual([200, 200, 304, 400, 400, 200, 404, 403, 429, 500])
    const ofGrant = {
      'GET /api/v1/assets ok': 3,
      'GET /api/v1/assets refused': 2,
      'GET /api/v1/assets limited': 1,
      'GET /api/v1/assets failed': 1,
      'GET /api/v1/assets/{id} ok': 1,
      'GET /api/v1/assets/{id} refused': 1,
    }
    expect(await countsOf(keyId)).toEqual({
      ...ofGrant,
      'GET /api/v1/portfolio/summary refused': 1,
    })
    expect(await countsOf(grantId)).toEqual(ofGrant)
  })

  test('over GraphQL: likewise, and what failed in part as what failed', async () => {
    const open = (id: string, fields: string) => `{ portfolio(clientId: "${id}") { ${fields} } }`
    const ask = async (query: string) => (await gateway.graphql(query, { key })).status
    expect(await ask(open(clientId, 'currency'))).toBe(200)
    expect(await ask('{ viewer { kind } }')).toBe(200)
    expect(await ask(open('user_nobody', 'currency'))).toBe(200)
    await ask('{ nothing }')
    await gateway.request('/graphql', { key, method: 'POST', body: 'x' })
    await withoutQuota(() => ask('{ viewer { kind } }'))
    await withBrokenReads(() => ask(open(clientId, 'assets { nodes { id } }')))
    expect(await countsOf(keyId)).toEqual({
      'POST /graphql ok': 2,
      'POST /graphql refused': 3,
      'POST /graphql limited': 1,
      'POST /graphql failed': 1,
    })
    expect(await countsOf(grantId)).toEqual({ 'POST /graphql ok': 1, 'POST /graphql failed': 1 })
  })

  test('a key from where it may not be used', async () => {
    const other = await keyWith(database, { allowedIps: ['192.0.2.0/24'] })
    await gateway.request(list(), { key: other.secret })
    await gateway.graphql('{ viewer { kind } }', { key: other.secret })
    expect(await countsOf(other.id)).toEqual({
      'GET /api/v1/assets refused': 1,
      'POST /graphql refused': 1,
    })
    expect((await errorsOf(other.id)).map(({ code }) => code)).toEqual([
      'ip_not_allowed',
      'ip_not_allowed',
    ])
  })

  test('a grant that was revoked: the key alone', async () => {
    await revokeGrant(database.prisma, OPERATOR, { grantId })
    expect((await gateway.request(list(), { key })).json.error.code).toBe('grant_revoked')
    expect(await countsOf(keyId)).toEqual({ 'GET /api/v1/assets refused': 1 })
    expect(await countsOf(grantId)).toEqual({})
  })

  test('in the hour in which a request began', async () => {
    clock = NOON - 1
    await gateway.request(list(), { key })
    clock = NOON
    await gateway.request(list(), { key })
    await gateway.usage.flush()
    const rows = await database.prisma.keyUsage.findMany({
      where: { keyId },
      orderBy: { hour: 'asc' },
    })
    expect(rows.map(({ hour, lastAt }) => [hour.toISOString(), lastAt.getTime()])).toEqual([
      ['2026-06-10T11:00:00.000Z', NOON - 1],
      ['2026-06-10T12:00:00.000Z', NOON],
    ])
  })

  test('nothing of those who have no key that is good', async () => {
    const tables = () =>
      Promise.all([
        database.prisma.keyUsage.count(),
        database.prisma.grantUsage.count(),
        database.prisma.requestError.count(),
      ])
    await gateway.usage.flush()
    const before = await tables()
    const token = await tokenOf(database, clientId)
    for (const stranger of [undefined, 'sk_live_wrong', createSecret('production').secret, token]) {
      const call = stranger ? { key: stranger } : {}
      await gateway.request(list(), call)
      await gateway.graphql(`{ portfolio(clientId: "${clientId}") { currency } }`, call)
      await gateway.request('/plants', call)
      await gateway.request('/nowhere', call)
    }
    await gateway.usage.flush()
    expect(await tables()).toEqual(before)
  })
})

describe('the read log', () => {
  const ALL = SCOPES.join(',')

  test('has the assets of every answer, of one that was kept as well', async () => {
    const { headers } = await gateway.request(list(), { key })
    await gateway.request(list(), { key })
    await gateway.request(list(), { key, headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    const one = `/api/v1/assets/${registryId}`
    for (const path of [
      one,
      `${one}/valuations`,
      `${one}/documents`,
      '/api/v1/portfolio/summary',
    ]) {
      for (const _ of [1, 2]) await gateway.request(`${path}?client_id=${clientId}`, { key })
    }
    await gateway.request(list('&updated_since=2020-01-01&page_size=2'), { key })
    expect(await readsOf(grantId)).toEqual([
      ['GET /api/v1/assets', ALL, 4, 8],
      ['GET /api/v1/assets/{id}', ALL, 2, 2],
      ['GET /api/v1/assets/{id}/documents', ALL, 2, 2],
      ['GET /api/v1/assets/{id}/valuations', ALL, 2, 2],
      ['GET /api/v1/portfolio/summary', ALL, 2, 0],
    ])
  })

  test('tells the scopes that were in force', async () => {
    await gateway.request(list(), { key })
    await updateGrant(database.prisma, OPERATOR, { grantId, scopes: ['registry', 'detail'] })
    await gateway.request(list(), { key })
    expect((await readsOf(grantId)).map(([, scopes]) => scopes).sort()).toEqual(
      [ALL, 'registry,detail'].sort(),
    )
  })

  test('has nothing of what was refused', async () => {
    await gateway.request(list('&no_such=1'), { key })
    await gateway.request(`/api/v1/assets/nothing?client_id=${clientId}`, { key })
    await withBrokenReads(() => gateway.request(list(), { key }))
    await withoutQuota(() => gateway.request(list(), { key }))
    expect(await readsOf(grantId)).toEqual([])
  })

  test.each([
    'edges { cursor }',
    'pageInfo { endCursor }',
  ])('counts assets that %s names', async (part) => {
    await gateway.graphql(`{ portfolio(clientId: "${clientId}") { assets { ${part} } } }`, { key })
    expect(await readsOf(grantId)).toEqual([['POST /graphql', ALL, 1, expect.toBeOneOf([2, 3])]])
  })

  test('has an entry for each portfolio of a document', async () => {
    const other = await clientWith(database, [asset('a')])
    const otherGrant = await grantWith(database, keyId, other, { scopes: ['registry'] })
    const fields = 'assets { totalCount nodes { id } }'
    await gateway.graphql(
      `{ a: portfolio(clientId: "${clientId}") { ${fields} asset(registryId: "${registryId}") { id } }
         b: portfolio(clientId: "${other}") { ${fields} } }`,
      { key },
    )
    await gateway.graphql('{ portfolios { nodes { assets { totalCount } } } }', { key })
    expect(await readsOf(grantId)).toEqual([['POST /graphql', ALL, 2, 4]])
    expect(await readsOf(otherGrant.id)).toEqual([['POST /graphql', 'registry', 2, 1]])
    expect(await countsOf(keyId)).toEqual({ 'POST /graphql ok': 2 })
  })
})

describe('the errors of a key', () => {
  test('are there with request id, status, code and endpoint, newest first', async () => {
    await gateway.request(list('&no_such=1'), { key, headers: { 'X-Request-Id': 'first' } })
    clock += 1
    const query = `{ portfolio(clientId: "user_nobody") { currency } }`
    await gateway.graphql(query, { key, headers: { 'X-Request-Id': 'second' } })
    expect(await errorsOf(keyId)).toEqual([
      {
        at: new Date(NOON + 1),
        endpoint: 'POST /graphql',
        status: 403,
        code: 'no_active_grant',
        request_id: 'second',
      },
      {
        at: new Date(NOON),
        endpoint: 'GET /api/v1/assets',
        status: 400,
        code: 'unknown_parameter',
        request_id: 'first',
      },
    ])
  })

  test('are the newest fifty', async () => {
    for (let i = 1; i <= 70; i++) {
      await gateway.request(list('&no_such=1'), { key, headers: { 'X-Request-Id': `r${i}` } })
      if (i === 30) await gateway.usage.flush()
    }
    await gateway.usage.flush()
    const kept = await database.prisma.requestError.findMany({
      where: { keyId },
      orderBy: { id: 'asc' },
    })
    expect(kept.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 50 }, (_, i) => `r${i + 21}`),
    )
  })
})

test('nothing of what was asked or answered is kept', async () => {
  await gateway.request(list(`&category=art&min_value=1&cursor=${CANARY}`), { key })
  await gateway.request(`/api/v1/assets/${CANARY}?client_id=${clientId}&${CANARY}=1`, { key })
  await gateway.request(list(), { key })
  await gateway.graphql(`{ ${CANARY.replaceAll('-', '_')} }`, { key })
  await withBrokenReads(() => gateway.request(list(), { key }))
  await gateway.usage.flush()
  const { rows } = await database.pool.query(
    `SELECT (SELECT json_agg(u) FROM key_usage u)::text || (SELECT json_agg(r) FROM grant_usage r)::text
         || (SELECT json_agg(e) FROM request_errors e)::text AS text`,
  )
  expect(rows[0].text).not.toMatch(/canary|category=|min_value|cursor|user_|ORY-|client_id|[?&]/i)
})
