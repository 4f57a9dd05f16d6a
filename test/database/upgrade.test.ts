import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { findMigrationsDir, listMigrations } from '../../src/database/migrations.ts'
import { grantRuntimeRights } from '../../src/database/runtime-role.ts'
import { changedTerms } from '../graphql/portal/connections.fixtures.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { newFolder, removeFolders } from './data-folder.ts'

// The schema of the release before consents were recorded.
const LAST_MIGRATION = '20261126000100_sharding'
const current = testDatabase()
const database = testDatabase()
const gateway = testGateway({ database })
const CONSENTS = 'query ($id: ID!) { grant(id: $id) { consents { nodes { version } } } }'
const CHANGE = 'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { version } }'
const REVOKE = 'mutation ($id: ID!) { revokeGrant(grantId: $id) { id } }'
const before = { clientId: '', grantId: '', secret: '' }

// Parents first. Today's programs write rows that the earlier schema does not take.
const TABLES = ['users', 'firms', 'api_keys', 'key_secrets', 'portfolios', 'assets', 'grants']

beforeAll(async () => {
  before.clientId = await clientWith(current, [
    { type: 'asset', ref: 'a', title: 'Gold bar', category: 'precious_metals' },
  ])
  const { id, secret } = await keyWith(current)
  before.secret = secret
  before.grantId = (await grantWith(current, id, before.clientId)).id
  const { pool } = database
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(pool, earlierMigrations())
  for (const table of TABLES) await copyRows(table)
  await pool.query(`INSERT INTO share_links (client_id, registry_id, label, id, created_at)
    SELECT client_id, registry_id, 'Lawyer', 'link_1', created_at FROM assets`)
  const applied = await migrate(pool)
  expect(applied.length).toBeGreaterThan(0)
  const { rows } = await database.serving.pool.query<{ role: string }>(
    'SELECT current_user AS role',
  )
  await grantRuntimeRights(pool, rows[0]?.role ?? '')
})
afterAll(removeFolders)

// Columns that a table does not have yet are left out. The detail of a category was an object.
async function copyRows(table: string): Promise<void> {
  const all = await current.pool.query(
    `SELECT jsonb_agg(to_jsonb(t) || '{"category_detail": {}}') AS rows FROM ${table} t`,
  )
  const known = await database.pool.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  )
  const names = known.rows[0]?.names
  await database.pool.query(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(all.rows[0]?.rows ?? [])],
  )
}

function earlierMigrations(): string {
  const from = findMigrationsDir()
  const to = newFolder()
  const names = listMigrations(from).filter((name) => name <= LAST_MIGRATION)
  for (const name of [...names, 'migration_lock.toml'])
    cpSync(join(from, name), join(to, name), { recursive: true })
  return to
}

describe('a grant that was made before consents were recorded', () => {
  const path = () => `/api/v1/assets?client_id=${before.clientId}`

  test('lets its key read as before', async () => {
    const { status, json } = await gateway.request(path(), { key: before.secret })
    expect(status).toBe(200)
    expect(json.data).toMatchObject([{ title: 'Gold bar' }])
  })

  test('makes a mirror walk again, which has share links with a state', async () => {
    const where = { id: before.grantId }
    const { updatedAt } = await current.prisma.grant.findFirstOrThrow({ where })
    const since = new Date(updatedAt.getTime() + 1).toISOString()
    const { json } = await gateway.request(`${path()}&updated_since=${since}`, {
      key: before.secret,
    })
    expect(json.sync).toMatchObject({ complete: false, as_of: null })
  })

  test('has no consent; the next change has one', async () => {
    const key = await sessionOf(database, before.clientId)
    expect(await consentsOf(key)).toEqual([])
    const change = { grantId: before.grantId, version: 1, scopes: ['registry'] }
    const { json } = await gateway.graphql(CHANGE, {
      key,
      variables: await changedTerms(gateway, key, change),
    })
    expect(json.errors).toBeUndefined()
    expect(await consentsOf(key)).toMatchObject([{ version: 2 }])
  })

  test('is ended by its client', async () => {
    const key = await sessionOf(database, before.clientId)
    const { json } = await gateway.graphql(REVOKE, { key, variables: { id: before.grantId } })
    expect(json.errors).toBeUndefined()
    expect((await gateway.request(path(), { key: before.secret })).status).toBe(403)
  })

  async function consentsOf(key: string) {
    const { json } = await gateway.graphql(CONSENTS, { key, variables: { id: before.grantId } })
    return json.data.grant.consents.nodes
  }
})
