import { beforeAll, expect, test, vi } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { eraseClient } from '../../src/modules/erasure/erase.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { onePage, read, walkByLinks, walkByNumber } from './walk.ts'

// An erased portfolio has no tombstones, which its writers leave otherwise.
const gateway = testGateway({ database: testDatabase({ isVerified: false }) })
const { database } = gateway
const { prisma } = database
const clients: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 5; i++) clients.push(await clientWith(database, []))
  clients.sort()
})

const PATH = '/api/v1/me'
const ART = { type: 'category', categories: ['art'] } as const
const TERMS = { scopes: ['estate', 'detail'], filter: ART } as const
const idsOf = (pages: readonly { data: { id: string }[] }[]) =>
  pages.flatMap(({ data }) => data.map(({ id }) => id))

test('a key sees its name, environment, tier, scopes, firm and grants', async () => {
  const { id, secret, firmId } = await keyWith(database, { scopes: ['valuation', 'estate'] })
  const [clientId = ''] = clients
  const expiresAt = new Date(Date.now() + 3_600_000)
  const grant = await grantWith(database, id, clientId, { ...TERMS, expiresAt })
  const { name } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const { status, json, headers } = await gateway.request(PATH, { key: secret })
  expect(status).toBe(200)
  expect(json).toStrictEqual({
    data: [
      {
        client_id: clientId,
        name,
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
  const where = { sandboxFirmId: key.firm.id }
  const { id: sandboxClient } = await prisma.user.findFirstOrThrow({ where })
  const seen = data.map(({ client_id }: { client_id: string }) => client_id)
  expect(seen).toEqual([sandboxClient, clientId].sort())
})

test('grants that are not shown belong to another key, also of the same firm', async () => {
  const { id, firmId, secret } = await keyWith(database)
  for (const clientId of clients) await grantWith(database, id, clientId)
  const made = { firmId, name: 'Other', environment: 'production', scopes: ['registry'] } as const
  const other = await createKey(operator(prisma), made)
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

const ENDED = `${PATH}?state=ended`
const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute))
const given = (keyId: string, client: number) => grantWith(database, keyId, clients[client] ?? '')

test('the ended grants of a key have the members of a live one, and why and when they ended', async () => {
  const { id: keyId, secret, firmId } = await keyWith(database, { scopes: ['valuation', 'estate'] })
  const grant = await grantWith(database, keyId, clients[0] ?? '', TERMS)
  await prisma.grant.updateMany({ where: { id: grant.id }, data: { reference: 'c-1042' } })
  const { updatedAt: _, ...row } = await revokeGrant(operator(prisma), { grantId: grant.id })
  const body = await read(gateway, ENDED, secret)
  expect(body).toStrictEqual({
    data: [
      {
        client_id: clients[0],
        id: grant.id,
        version: 1,
        scopes: ['registry', 'estate'],
        asset_filter: 'category',
        expires_at: null,
        reference: 'c-1042',
        connected_at: grant.createdAt.toISOString(),
        reason: 'ended_by_operator',
        ended_at: row.revokedAt?.toISOString(),
        deletion_requested: false,
        deletion_answer: null,
      },
    ],
    pagination: onePage(1),
    links: { first: `${ENDED}&page=1`, prev: null, next: null, last: `${ENDED}&page=1` },
    key: expect.objectContaining({ id: keyId, firm: { id: firmId, name: 'Hale Estates' } }),
  })
})

test('the ended grants of a key tell each reason', async () => {
  const { id: keyId, secret } = await keyWith(database)
  const grants: string[] = []
  for (let client = 0; client < 4; client++) grants.push((await given(keyId, client)).id)
  const [byClient = '', byFirm = '', expired = '', changed = ''] = grants
  const client = { kind: 'user', userId: clients[0] ?? '', requestId: 'r' } as const
  await revokeGrant({ prisma, actor: client, now: at(1) }, { grantId: byClient })
  await returnGrant({ prisma, actor: client, now: at(2) }, { grantId: byFirm })
  await prisma.grant.updateMany({ where: { id: expired }, data: { expiresAt: at(3) } })
  // Expired first, and revoked later: it ended with its expiry.
  await prisma.grant.updateMany({ where: { id: changed }, data: { expiresAt: at(4) } })
  await revokeGrant(operator(prisma, at(9)), { grantId: changed })
  const erased = await clientWith(database, [])
  const ofErased = await grantWith(database, keyId, erased)
  await prisma.grant.updateMany({ where: { id: ofErased.id }, data: { reference: 'c-1' } })
  await eraseClient(prisma, erased)
  const { data } = await read(gateway, ENDED, secret)
  expect(data.map(({ id, reason }: { id: string; reason: string }) => [id, reason])).toEqual([
    [ofErased.id, 'account_erased'],
    [changed, 'expired'],
    [expired, 'expired'],
    [byFirm, 'given_back_by_firm'],
    [byClient, 'revoked_by_client'],
  ])
  expect(data[0]).toMatchObject({ client_id: erased, reference: null })
  expect(data[1]).toMatchObject({ ended_at: at(4).toISOString(), expires_at: at(4).toISOString() })
  await prisma.grant.updateMany({ where: { id: expired }, data: { state: 'expired' } })
  const stored = await read(gateway, ENDED, secret)
  expect(stored.data).toEqual(data)
})

test('the grants of a key are walked by number and by links: live ones by client, ended ones from the newest end', async () => {
  const { id: keyId, secret } = await keyWith(database)
  const live: string[] = []
  const ended: string[] = []
  const atOnce: string[] = []
  for (const client of clients.keys()) live.push((await given(keyId, client)).id)
  const walks = async (url: string, ids: readonly string[] = []) => {
    for (const size of [1, 2, 100])
      for (const walk of [walkByLinks, walkByNumber])
        expect(idsOf(await walk(gateway, `${url}page_size=${size}`, secret))).toEqual(ids)
    const beyond = await read(gateway, `${url}page=2147483647`, secret)
    expect([beyond.data, beyond.pagination.total_count]).toEqual([[], ids.length])
  }
  await walks(`${PATH}?`, live)
  await walks(`${ENDED}&`, ended)
  // The first three end one after the other, the last two at one instant.
  for (const [client, grantId] of live.entries()) {
    await revokeGrant(operator(prisma, at(Math.min(client, 3))), { grantId })
    if (client < 3) ended.unshift(grantId)
    else atOnce.push(grantId)
  }
  await walks(`${PATH}?`)
  await walks(`${ENDED}&`, [...atOnce.sort().reverse(), ...ended])
})

test('the ended grants of a key come back as live when an expired grant is extended', async () => {
  const { id: keyId, secret } = await keyWith(database)
  const { id: grantId } = await given(keyId, 0)
  await prisma.grant.updateMany({ where: { id: grantId }, data: { expiresAt: at(0) } })
  expect(idsOf([await read(gateway, ENDED, secret)])).toEqual([grantId])
  expect(idsOf([await read(gateway, PATH, secret)])).toEqual([])
  await updateGrant(operator(prisma), { grantId, expiresAt: null })
  expect(idsOf([await read(gateway, ENDED, secret)])).toEqual([])
  expect(idsOf([await read(gateway, `${PATH}?state=active`, secret)])).toEqual([grantId])
})
