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
const database = testDatabase()
const gateway = testGateway({ database })
const CONSENTS = 'query ($id: ID!) { grant(id: $id) { consents { nodes { version } } } }'
const CHANGE = 'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { version } }'
const REVOKE = 'mutation ($id: ID!) { revokeGrant(grantId: $id) { id } }'
const before = { clientId: '', grantId: '', secret: '' }

beforeAll(async () => {
  const { pool } = database
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(pool, earlierMigrations())
  before.clientId = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'Gold bar', category: 'precious_metals' },
  ])
  const { id, secret } = await keyWith(database)
  before.secret = secret
  before.grantId = (await grantWith(database, id, before.clientId)).id
  const applied = await migrate(pool)
  expect(applied.length).toBeGreaterThan(0)
  const { rows } = await database.serving.pool.query<{ role: string }>(
    'SELECT current_user AS role',
  )
  await grantRuntimeRights(pool, rows[0]?.role ?? '')
}, 60_000)
afterAll(removeFolders)

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
