import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { addMember, insertMember } from '../../../src/modules/firms/member.writes.ts'
import { createClient, insertUser } from '../../../src/modules/people/person.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { isCluster } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'
import { enterpriseFirm, someone } from '../fixtures.ts'

const database = testDatabase()
const { prisma } = database
const file = join(
  import.meta.dirname,
  '../../../prisma/migrations/20261205000100_proved_accounts/migration.sql',
)
const MIGRATION = readFileSync(file, 'utf8')
/** The part that changes rows. */
const ROWS = MIGRATION.slice(MIGRATION.indexOf('\nDO $$'))

// Whatever is distributed has been migrated past this before.
const onSingleServer = test.skipIf(isCluster(inject('server')))

onSingleServer('the migration marks accounts that an invitation to a firm created', async () => {
  const firmId = await enterpriseFirm(prisma)
  const client = await createClient(prisma, OPERATOR, someone())
  const member = await addMember(prisma, OPERATOR, { ...someone(), firmId, role: 'admin' })
  const invited = await prisma.$transaction(async (tx) => {
    const user = await insertUser(tx, someone(), { proved: false })
    const join = { firmId, userId: user.id, role: 'member' } as const
    await insertMember(tx, { kind: 'user', userId: user.id, requestId: 'r' }, join, 'Bo')
    return user
  })
  // A client who accepted an invitation has an account of the operator.
  const joined = { firmId, userId: client.id, role: 'member' } as const
  const actor = { kind: 'user', userId: client.id, requestId: 'r' } as const
  await prisma.$transaction((tx) => insertMember(tx, actor, joined, 'Ada'))
  for (const { id: userId } of [invited, client]) {
    await createToken(prisma, OPERATOR, { userId })
    const device = { name: '', credentialId: userId, counter: 0, deviceType: '', backedUp: false }
    await prisma.passkey.create({ data: { id: userId, userId, ...device, publicKey: '' } })
  }
  await prisma.user.updateMany({ data: { provedAt: null } })
  await database.pool.query(ROWS)
  const unproved = await prisma.user.findMany({ where: { provedAt: null } })
  expect(unproved.map(({ id }) => id)).toEqual([invited.id])
  expect(await prisma.passkey.findMany({ select: { userId: true } })).toEqual([
    { userId: client.id },
  ])
  const live = await prisma.accessToken.findMany({ where: { revokedAt: null } })
  expect(live.map(({ userId }) => userId)).toEqual([client.id])
  expect(await prisma.user.count({ where: { id: member.id, provedAt: { not: null } } })).toBe(1)
})
