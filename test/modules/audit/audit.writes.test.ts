import { expect, test } from 'vitest'
import { OPERATOR, recordEvent } from '../../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey, rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createToken, revokeToken } from '../../../src/modules/tokens/token.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { grantOf, keyOf, NOW } from '../fixtures.ts'

const { prisma } = testDatabase()

function eventsOf(subject: string) {
  return prisma.auditEvent.findMany({ where: { subject } })
}

test('an event has its actor, action, subject and request', async () => {
  const actor = { kind: 'user', userId: 'user_staff', requestId: 'req-7' } as const
  const read = { actor, action: 'portfolio.read', subject: 'user_a', clientId: 'user_a' } as const
  await recordEvent(prisma, read)
  expect(await eventsOf('user_a')).toMatchObject([
    {
      id: expect.stringMatching(/^event_/),
      actor: 'user_staff',
      requestId: 'req-7',
      action: 'portfolio.read',
      clientId: 'user_a',
      firmId: null,
      details: {},
    },
  ])
})

test('an event of an operator has no request, and its details are stored unchanged', async () => {
  const details = { scopes: ['registry'], expires_at: null, version: 2 }
  await recordEvent(prisma, { actor: OPERATOR, action: 'grant.updated', subject: 'g1', details })
  const [event] = await eventsOf('g1')
  expect(event).toMatchObject({ actor: 'operator', requestId: null })
  expect(event?.details).toEqual(details)
})

test('a member that the action does not have is not stored, wherever it comes from', async () => {
  const row = { name: 'Ada', secret: 'sk_live_x', internal_notes: 'P0' }
  const details = { ...row, role: { before: null, after: 'admin', internal_notes: 'P0' } }
  await recordEvent(prisma, { actor: OPERATOR, action: 'member.added', subject: 'm1', details })
  const [event] = await eventsOf('m1')
  expect(event?.details).toEqual({ name: 'Ada', role: { before: null, after: 'admin' } })
})

test('an event cannot be changed or deleted', async () => {
  await recordEvent(prisma, { actor: OPERATOR, action: 'key.revoked', subject: 'k1' })
  const where = { subject: 'k1' }
  const before = await eventsOf('k1')
  await expect(prisma.auditEvent.updateMany({ where, data: { actor: 'x' } })).rejects.toThrow()
  await expect(prisma.auditEvent.deleteMany({ where })).rejects.toThrow()
  expect(await eventsOf('k1')).toEqual(before)
})

test('no event of keys, grants and tokens has a secret or a hash', async () => {
  const key = await keyOf(prisma)
  const rolled = await rollKey(prisma, OPERATOR, { keyId: key.id, overlap: '1h' }, NOW)
  const { id: grantId, clientId } = await grantOf(prisma, { keyId: key.id })
  await updateGrant(prisma, OPERATOR, { grantId, scopes: ['estate'] })
  await revokeGrant(prisma, OPERATOR, { grantId })
  const token = await createToken(prisma, OPERATOR, { userId: clientId })
  await revokeToken(prisma, OPERATOR, { tokenId: token.id })
  await revokeKey(prisma, OPERATOR, { keyId: key.id }, NOW)

  const log = JSON.stringify(await prisma.auditEvent.findMany())
  const secrets = await prisma.keySecret.findMany({ where: { keyId: key.id } })
  const { hash } = await prisma.accessToken.findUniqueOrThrow({ where: { id: token.id } })
  const hashes = [...secrets.map((secret) => secret.hash), hash]
  for (const secret of [key.secret, rolled.secret, token.token])
    expect(log).not.toContain(secret.slice(-42))
  for (const bytes of hashes) {
    expect(log).not.toContain(Buffer.from(bytes).toString('hex'))
    expect(log).not.toContain(Buffer.from(bytes).toString('base64'))
  }
  expect(log).toContain(rolled.reference)
})
