import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
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

/** The internal errors that were logged while the work was done. */
async function internalErrorsOf(work: () => Promise<unknown>) {
  const before = gateway.log.length
  await work()
  return gateway.log
    .slice(before)
    .filter((line) => line.includes('"internal error"'))
    .map((line) => JSON.parse(line))
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
  'a stored grant with damage is an internal error, logged once and not counted',
  async (_, damage) => {
    const { grantId, key, path } = await granted()
    expect((await gateway.request(path, { key })).headers.get('X-RateLimit-Remaining')).toBe('999')
    await pool.query(`UPDATE grants SET ${damage} WHERE id = $1`, [grantId])
    const errors = await internalErrorsOf(async () => {
      const reply = await gateway.request(path, { key })
      expect([reply.status, reply.json.error.code]).toEqual([500, 'internal_error'])
      expect(reply.text).not.toMatch(/canary|grant_|Damaged/)
      expect(reply.headers.get('X-RateLimit-Remaining')).toBe('999')
    })
    expect(errors).toMatchObject([{ level: 50, err: { type: 'StoredDataError' } }])
    expect(errors[0].err.message).toContain(grantId)
    expect(JSON.stringify(errors)).not.toContain('canary')
    const next = await gateway.request('/api/v1/none', { key })
    expect(next.headers.get('X-RateLimit-Remaining')).toBe('998')
  },
)

testTable(DAMAGE)('a stored grant with damage is the same over GraphQL', async (_, damage) => {
  const { grantId, clientId, key } = await granted()
  await pool.query(`UPDATE grants SET ${damage} WHERE id = $1`, [grantId])
  for (const field of [`portfolio(clientId: "${clientId}") {`, 'portfolios { nodes {'])
    expect(
      await internalErrorsOf(async () => {
        const reply = await gateway.graphql(
          `{ ${field} currency }${field.endsWith('nodes {') ? ' }' : ''} }`,
          { key },
        )
        expect(reply.json.errors).toMatchObject([{ extensions: { code: 'internal_error' } }])
        expect(reply.text).not.toMatch(/canary|Damaged/)
      }),
    ).toHaveLength(1)
})

const expectClosed = async (path: string, key: string) => {
  const errors = await internalErrorsOf(async () => {
    const reply = await gateway.request(path, { key })
    expect(reply.status).toBe(500)
    expect(reply.text).not.toMatch(/canary|Damaged/)
  })
  expect(errors).toMatchObject([{ err: { type: 'StoredDataError' } }])
  expect(JSON.stringify(errors)).not.toContain('canary')
}

test('a credential whose stored row is damaged opens nothing: a key of a tier without a limit', async () => {
  const { key, path } = await granted()
  await pool.query("UPDATE firms SET tier = 'canary-tier'")
  await expectClosed(path, key)
  await pool.query("UPDATE firms SET tier = 'standard'")
  expect((await gateway.request(path, { key })).status).toBe(200)
})

test('a credential whose stored row is damaged opens nothing: an access token with an unknown scope', async () => {
  const token = await tokenOf(database, await clientWith(database, []))
  await pool.query("UPDATE access_tokens SET scopes = '{plants,canary-scope}'")
  await expectClosed('/plants', token)
})

test('a stored value that its GraphQL type does not accept is an internal error in the portal, and is not quoted', async () => {
  const { grantId, clientId } = await granted()
  await pool.query("UPDATE grants SET filter_type = 'canary-type' WHERE id = $1", [grantId])
  const key = await sessionOf(database, clientId)
  const errors = await internalErrorsOf(async () => {
    const reply = await gateway.graphql(`{ grant(id: "${grantId}") { filter { type } } }`, { key })
    expect(reply.json.errors).toMatchObject([{ extensions: { code: 'internal_error' } }])
    expect(reply.text).not.toContain('canary')
  })
  expect(errors).toHaveLength(1)
})

test('a stored value that its GraphQL type does not accept is an internal error over REST', async () => {
  const { clientId, key, path } = await granted()
  await pool.query("UPDATE assets SET category = 'canary-category' WHERE client_id = $1", [
    clientId,
  ])
  const errors = await internalErrorsOf(async () => {
    const reply = await gateway.request(path, { key })
    expect([reply.status, reply.json.error.code]).toEqual([500, 'internal_error'])
    expect(reply.text).not.toContain('canary')
  })
  expect(errors).toMatchObject([{ err: { type: 'StoredDataError' } }])
  expect(JSON.stringify(errors)).not.toContain('canary')
})

test('a read log with an unknown scope is an internal error', async () => {
  const { grantId, clientId } = await granted()
  await database.prisma.grantUsage.create({
    data: {
      ...{ grantId, hour: new Date('2026-11-20T09:00:00Z'), endpoint: 'GET /x', scopes: 'canary' },
      ...{ ok: 1, refused: 0, limited: 0, failed: 0, reads: 1, assets: 1n },
    },
  })
  const key = await sessionOf(database, clientId)
  const errors = await internalErrorsOf(async () => {
    const query = `{ grant(id: "${grantId}") { reads { nodes { scopes } } } }`
    const reply = await gateway.graphql(query, { key })
    expect(reply.json.errors).toMatchObject([{ extensions: { code: 'internal_error' } }])
  })
  expect(errors).toHaveLength(1)
})
