import { beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { onePage, read, walkByLinks, walkByNumber } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
const clients: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 5; i++) clients.push(await clientWith(database, []))
  clients.sort()
})

const PATH = '/api/v1/me'
const idsOf = (pages: { data: { client_id: string }[] }[]) =>
  pages.flatMap(({ data }) => data.map(({ client_id }) => client_id))

async function keyOfAll() {
  const key = await keyWith(database)
  for (const clientId of clients) await grantWith(database, key.id, clientId)
  return key
}

test('a key sees its name, environment, tier, scopes, firm and grants', async () => {
  const { id, secret, firmId } = await keyWith(database, { scopes: ['valuation', 'estate'] })
  const [clientId = ''] = clients
  const expiresAt = new Date(Date.now() + 3_600_000)
  const grant = await grantWith(database, id, clientId, {
    scopes: ['estate', 'detail'],
    filter: { type: 'category', categories: ['art'] },
    expiresAt,
  })
  const { name: nameOfClient } = await database.prisma.user.findUniqueOrThrow({
    where: { id: clientId },
  })
  const { status, json, headers } = await gateway.request(PATH, { key: secret })
  expect(status).toBe(200)
  expect(json).toStrictEqual({
    data: [
      {
        client_id: clientId,
        name: nameOfClient,
        id: grant.id,
        version: 1,
        scopes: ['registry', 'estate'],
        asset_filter: 'category',
        expires_at: expiresAt.toISOString(),
        reference: null,
        connected_at: grant.createdAt.toISOString(),
      },
    ],
    pagination: onePage(1),
    links: { first: `${PATH}?page=1`, prev: null, next: null, last: `${PATH}?page=1` },
    key: {
      id,
      name: 'Reports',
      environment: 'production',
      tier: 'standard',
      scopes: ['registry', 'valuation', 'estate'],
      firm: { id: firmId, name: 'Hale Estates' },
    },
  })
  expect(headers.get('X-Service-Version')).toBe('2024-01-01')
  expect(headers.get('Link')).toContain('rel="first"')
})

test('a key of the sandbox sees its own tier and its own clients', async () => {
  const { id, secret } = await keyWith(database, { environment: 'sandbox' })
  const clientId = await clientWith(database, [], 'sandbox')
  await grantWith(database, id, clientId)
  const { key, data } = await read(gateway, PATH, secret)
  expect([key.environment, key.tier]).toEqual(['sandbox', 'sandbox'])
  const { id: sandboxClient } = await database.prisma.user.findFirstOrThrow({
    where: { sandboxFirmId: key.firm.id },
  })
  expect(idsOf([{ data }])).toEqual([sandboxClient, clientId].sort())
})

test('a key walks its grants by number and by links', async () => {
  const { secret } = await keyOfAll()
  for (const size of [1, 2, 5]) {
    const url = `${PATH}?page_size=${size}`
    expect(idsOf(await walkByLinks(gateway, url, secret))).toEqual(clients)
    expect(idsOf(await walkByNumber(gateway, url, secret))).toEqual(clients)
  }
  const beyond = await read(gateway, `${PATH}?page=2147483647&page_size=100`, secret)
  expect([beyond.data, beyond.pagination.total_count]).toEqual([[], 5])
})

test('grants that are not shown have ended, whether revoked or expired', async () => {
  const { id, secret } = await keyWith(database)
  const [live = '', revoked = '', expired = ''] = clients
  const first = await grantWith(database, id, live)
  await revokeGrant(database.prisma, OPERATOR, { grantId: first.id })
  const again = await grantWith(database, id, live)
  const gone = await grantWith(database, id, revoked)
  await revokeGrant(database.prisma, OPERATOR, { grantId: gone.id })
  const late = await grantWith(database, id, expired)
  await database.prisma.grant.updateMany({
    where: { id: late.id },
    data: { expiresAt: new Date(0) },
  })
  const body = await read(gateway, PATH, secret)
  expect(body.data).toMatchObject([{ client_id: live, id: again.id }])
  expect(body.pagination.total_count).toBe(1)
})

test('grants that are not shown belong to another key, also of the same firm', async () => {
  const { firmId, secret } = await keyOfAll()
  const other = await createKey(database.prisma, OPERATOR, {
    firmId,
    name: 'Other',
    environment: 'production',
    scopes: ['registry'],
  })
  const body = await read(gateway, PATH, other.secret)
  expect([body.data, body.key.id, body.key.firm.id]).toEqual([[], other.id, firmId])
  const pages = await walkByLinks(gateway, `${PATH}?page_size=2`, secret)
  const stolen = await gateway.request(pages[0].links.next, { key: other.secret })
  expect([stolen.status, stolen.json.error.code]).toEqual([400, 'invalid_parameter'])
})

testTable([
  [`?client_id=user_x`, 'unknown_parameter', 'Accepted: state, page, page_size, cursor.'],
  ['?state=all', 'invalid_parameter', 'state takes active or ended.'],
  ['?cursor=WyInIE9SIDEiXQ', 'invalid_parameter', 'cursor'],
])('a request that is wrong is rejected', async (query, code, named) => {
  const { secret } = await keyWith(database)
  const { status, json } = await gateway.request(PATH + query, { key: secret })
  expect([status, json.error.code]).toEqual([400, code])
  expect(json.error.message).toContain(named)
})

// The table of locks belongs to the whole server, so a list must not take locks for the rows that it skips.
test('a page by number locks its own portfolios, and none before it', async () => {
  const { id, secret } = await keyWith(database)
  for (let i = 0; i < 5; i++) await grantWith(database, id, await clientWith(database, []))
  const query = vi.spyOn(gateway.serving.pool, 'query')
  await gateway.request('/api/v1/me?page=4&page_size=1', { key: secret })
  const lists = query.mock.calls
    .map(([sent]) => Object(sent))
    .filter(({ text }) => text?.includes('OFFSET'))
  vi.restoreAllMocks()
  expect(lists).toHaveLength(1)
  const client = await gateway.serving.pool.connect()
  try {
    await client.query('BEGIN')
    for (const { text, values } of lists) await client.query(text, values)
    const { rows } = await client.query(
      "SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
    )
    // Two for each portfolio of the page, and for the row that shows that a next page exists.
    expect(rows[0].locks).toBeLessThanOrEqual(4)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
