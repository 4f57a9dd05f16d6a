import { describe, expect, test } from 'vitest'
import { testDatabase } from './support/database.ts'
import { testGateway } from './support/gateway.ts'

let draining = false
const gateway = testGateway({ draining: () => draining })

describe('a gateway', () => {
  test('is alive and ready, without credentials', async () => {
    const alive = await gateway.request('/healthz')
    expect([alive.status, alive.json]).toEqual([200, { status: 'alive' }])
    const ready = await gateway.request('/readyz')
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready' }])
    expect(ready.headers.get('X-Request-Id')).toMatch(/^request_/)
  })

  test('that is draining is alive, not ready, and still responds', async () => {
    draining = true
    expect((await gateway.request('/healthz')).status).toBe(200)
    const ready = await gateway.request('/readyz')
    expect([ready.status, ready.json]).toEqual([503, { status: 'draining' }])
    expect((await gateway.request('/plants')).status).toBe(401)
    draining = false
  })
})

describe('a gateway on a database that lacks a migration', () => {
  const database = testDatabase()
  const behind = testGateway({ database })

  test('is not ready', async () => {
    await database.pool.query('DELETE FROM _prisma_migrations')
    const ready = await behind.request('/readyz')
    expect([ready.status, ready.json]).toEqual([503, { status: 'database_not_migrated' }])
  })
})
