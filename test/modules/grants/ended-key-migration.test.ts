import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isId } from '../../../src/values/ids.ts'
import { isCluster } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'
import { grantOf, keyOf, later } from '../fixtures.ts'

const database = testDatabase()
const { prisma } = database
const file = join(
  import.meta.dirname,
  '../../../prisma/migrations/20261123000400_credentials_end/migration.sql',
)
const MIGRATION = readFileSync(file, 'utf8')
/** The part that changes rows. */
const ROWS = MIGRATION.slice(MIGRATION.indexOf('\nUPDATE grants'))

// Whatever is distributed has been migrated past this before.
const onSingleServer = test.skipIf(isCluster(inject('server')))

onSingleServer('the migration revokes active grants of revoked keys, and records it', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const active = [await grantOf(prisma, { keyId }), await grantOf(prisma, { keyId })]
  const expired = await grantOf(prisma, { keyId, expiresAt: later(1) })
  const other = await grantOf(prisma)
  const ended = { state: 'revoked', revokedAt: later(5) } as const
  await prisma.apiKey.updateMany({ where: { id: keyId }, data: ended })
  await database.pool.query(ROWS)
  for (const { id, clientId } of active) {
    const grant = await prisma.grant.findFirstOrThrow({ where: { id } })
    expect(grant).toMatchObject({ ...ended, revokedBy: 'key' })
    const where = { subject: id, action: 'grant.revoked' }
    const [event] = await prisma.auditEvent.findMany({ where })
    const details = { key_id: keyId, cause: 'key.revoked' }
    expect(event).toMatchObject({ actor: 'operator', firmId, clientId, details })
    expect(isId('event', event?.id ?? '')).toBe(true)
  }
  expect(await prisma.grant.findFirst({ where: { id: expired.id } })).toMatchObject({
    state: 'expired',
    revokedBy: null,
  })
  expect(await prisma.grant.findFirst({ where: { id: other.id } })).toEqual(other)
  await database.pool.query(ROWS)
  expect(await prisma.auditEvent.count({ where: { action: 'grant.revoked' } })).toBe(2)
})
