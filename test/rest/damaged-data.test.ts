import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { type Reply, testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway({ database: testDatabase({ isVerified: false }) })
const { database } = gateway
const { pool } = database

// Removes the constraints that would reject these values, as after a faulty migration.
beforeAll(async () => {
  await pool.query('ALTER TABLE grants DROP CONSTRAINT grants_have_registry')
  await pool.query('ALTER TABLE grants DROP CONSTRAINT grants_all_has_no_values')
  await pool.query('ALTER TABLE grants DROP CONSTRAINT grants_collection_has_one')
  await pool.query("ALTER TYPE filter_type ADD VALUE 'canary-type'")
  await pool.query("ALTER TYPE scope ADD VALUE 'canary-scope'")
  await pool.query("ALTER TYPE tier ADD VALUE 'canary-tier'")
  await pool.query("ALTER TYPE token_scope ADD VALUE 'canary-scope'")
  await pool.query("ALTER TYPE category ADD VALUE 'canary-category'")
})

async function granted() {
  const asset = { type: 'asset', ref: 'a', title: 'A', category: 'art' }
  const clientId = await clientWith(database, [asset])
  const { secret, grantId } = await readerOf(database, clientId)
  return { clientId, grantId, key: secret, path: `/api/v1/assets?client_id=${clientId}` }
}

/** An answer that is an internal error, which is logged once. The answer tells nothing of what is stored. */
async function internalError(ask: () => Promise<Reply>) {
  const before = gateway.log.length
  const reply = await ask()
  const logged = gateway.log.slice(before).filter((line) => line.includes('"internal error"'))
  const code = reply.json.errors?.[0].extensions.code ?? reply.headers.get('X-Error-Code')
  expect([code, logged.length]).toEqual(['internal_error', 1])
  expect(reply.text).not.toMatch(/canary|grant_|Damaged/)
  const line = JSON.parse(logged[0] ?? '{}')
  if (line.err.type === 'StoredDataError') expect(logged[0]).not.toContain('canary')
  return { reply, ...line }
}

const DAMAGE: [string, string][] = [
  ['an unknown filter type', "filter_type = 'canary-type'"],
  ['an unknown category', "filter_type = 'category', filter_values = '{canary}'"],
  ['an unknown item', "filter_type = 'items', filter_values = '{canary}'"],
  ['two collections', "filter_type = 'collection', filter_values = '{canary,canary}'"],
  ['values for the filter type all', "filter_values = '{canary}'"],
  ['no scope', "scopes = '{}'"],
  ['scopes without registry', "scopes = '{valuation}'"],
  ['an unknown scope', "scopes = '{registry,canary-scope}'"],
]

testTable(DAMAGE)(
  'a grant with damage is an internal error that is not counted',
  async (_, damage) => {
    const { grantId, clientId, key, path } = await granted()
    const left = (reply: Reply) => reply.headers.get('X-RateLimit-Remaining')
    expect(left(await gateway.request(path, { key }))).toBe('999')
    await pool.query(`UPDATE grants SET ${damage} WHERE id = $1`, [grantId])
    const { reply, level, err } = await internalError(() => gateway.request(path, { key }))
    expect([reply.status, left(reply), level, err.type]).toEqual([
      500,
      '999',
      50,
      'StoredDataError',
    ])
    expect(err.message).toContain(grantId)
    expect(left(await gateway.request('/api/v1/none', { key }))).toBe('998')
    for (const field of [`portfolio(clientId: "${clientId}") {`, 'portfolios { nodes {']) {
      const end = field.endsWith('nodes {') ? '} } }' : '} }'
      await internalError(() => gateway.graphql(`{ ${field} currency ${end}`, { key }))
    }
  },
)

test('a credential whose stored row is damaged opens nothing', async () => {
  const { key, path, clientId } = await granted()
  await pool.query("UPDATE firms SET tier = 'canary-tier'")
  const ofKey = await internalError(() => gateway.request(path, { key }))
  await pool.query("UPDATE firms SET tier = 'standard'")
  expect((await gateway.request(path, { key })).status).toBe(200)
  const token = await tokenOf(database, clientId)
  await pool.query("UPDATE access_tokens SET scopes = '{plants,canary-scope}'")
  const ofToken = await internalError(() => gateway.request('/plants', { key: token }))
  for (const { err } of [ofKey, ofToken]) expect(err.type).toBe('StoredDataError')
})

test('a stored value that its type does not accept is an internal error, in each skin', async () => {
  const { grantId, clientId, key, path } = await granted()
  await pool.query("UPDATE assets SET category = 'canary-category' WHERE client_id = $1", [
    clientId,
  ])
  const { err } = await internalError(() => gateway.request(path, { key }))
  expect(err.type).toBe('StoredDataError')
  const hour = new Date('2026-11-20T09:00:00Z')
  const usage = { grantId, hour, endpoint: 'GET /x', scopes: 'canary', ok: 1, refused: 0 }
  await database.prisma.grantUsage.create({
    data: { ...usage, limited: 0, failed: 0, reads: 1, assets: 1n },
  })
  const session = await sessionOf(database, clientId)
  const ask = (field: string) =>
    internalError(() =>
      gateway.graphql(`{ grant(id: "${grantId}") { ${field} } }`, { key: session }),
    )
  await ask('reads { nodes { scopes } }')
  await pool.query("UPDATE grants SET filter_type = 'canary-type' WHERE id = $1", [grantId])
  await ask('filter { type }')
})
