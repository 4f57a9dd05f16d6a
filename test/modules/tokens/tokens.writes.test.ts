import { expect, test } from 'vitest'
import { parseSecret } from '../../../src/access/secret.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createToken, revokeToken } from '../../../src/modules/tokens/token.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { clientOf, later, NOW, someone, startBehind } from '../fixtures.ts'

const { prisma } = testDatabase()

test('createToken creates a token with the scopes that it is given, and stores its hash only', async () => {
  const userId = await clientOf(prisma)
  const expiresAt = later(1)
  const input = { userId, name: 'mine', scopes: ['portfolio:read', 'plants', 'plants'], expiresAt }
  const created = await createToken(operator(prisma, NOW), input)
  const { secret, ...rest } = created
  expect(secret).toMatch(/^pat_/)
  const scopes = ['plants', 'portfolio:read']
  expect(rest).toMatchObject({ userId, name: 'mine', scopes, expiresAt, createdAt: NOW })
  const stored = await prisma.accessToken.findUniqueOrThrow({ where: { id: created.id } })
  const kept = { scopes: ['plants', 'portfolio_read'], hash: parseSecret(secret)?.hash }
  expect(stored).toEqual({ ...rest, ...kept, revokedAt: null })
  const events = await prisma.auditEvent.findMany({ where: { subject: created.id } })
  const { reference } = rest
  const details = { user_id: userId, reference, scopes, expires_at: expiresAt.toISOString() }
  expect(events).toMatchObject([{ action: 'token.created', details }])
  expect(JSON.stringify([stored, events])).not.toContain(secret)
})

test('createToken says what is bad, and makes nothing', async () => {
  const userId = await clientOf(prisma)
  for (const [message, bad] of [
    [/accepted: plants, portfolio:read/, { scopes: [] }],
    [/accepted: plants, portfolio:read/, { scopes: ['portfolio_read'] }],
    [/accepted: plants, portfolio:read/, { scopes: ['plants', 'admin'] }],
    [/accepted: plants, portfolio:read/, { scopes: ['plants\0'] }],
    [/^name must be /, { name: '' }],
    [/^name must be /, { name: 'a\0' }],
    [/^expiresAt takes /, { expiresAt: NOW }],
  ] as const)
    await expect(createToken(operator(prisma, NOW), { ...bad, userId })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(message),
    })
  expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
})

test('createToken is not made to read a portfolio that there is not, or that is erased', async () => {
  const portfolio = { environment: 'production', currency: 'USD', erasedAt: NOW } as const
  for (const isStaff of [true, false]) {
    const { id: userId } = await prisma.user.create({
      data: { id: createId('user'), ...someone(), isStaff },
    })
    if (!isStaff) await prisma.portfolio.createMany({ data: [{ clientId: userId, ...portfolio }] })
    for (const scopes of [['portfolio:read'], ['plants', 'portfolio:read']])
      await expect(createToken(operator(prisma), { userId, scopes })).rejects.toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringMatching(/this user has none\..* the scope plants\./),
      })
    expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
    const made = await createToken(operator(prisma), { userId, scopes: ['plants'] })
    expect(made).toMatchObject({ name: 'access token', expiresAt: null })
  }
})

test('revokeToken is final and idempotent, with one event, also in concurrent calls', async () => {
  const { id: tokenId } = await createToken(operator(prisma), { userId: await clientOf(prisma) })
  const revoke = (now: Date) => revokeToken(operator(prisma, now), { tokenId })
  const rename = { where: { id: tokenId }, data: { name: 'renamed' } }
  const settled = await startBehind(
    prisma,
    (tx) => tx.accessToken.updateMany(rename),
    () => [NOW, later(1), later(2)].map(revoke),
  )
  const last = await revoke(later(9))
  expect(last).toMatchObject({ id: tokenId, state: 'revoked' })
  expect(settled).toEqual(settled.map(() => ({ status: 'fulfilled', value: last })))
  const events = await prisma.auditEvent.findMany({ where: { subject: tokenId } })
  expect(events.map((event) => event.action).sort()).toEqual(['token.created', 'token.revoked'])
})
