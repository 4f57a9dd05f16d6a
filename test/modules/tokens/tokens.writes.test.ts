import { describe, expect, test } from 'vitest'
import { parseSecret } from '../../../src/access/secret.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createToken, revokeToken } from '../../../src/modules/tokens/token.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { titled } from '../../support/titled.ts'
import {
  clientOf,
  hostileIds,
  later,
  NOW,
  someone,
  startBehind,
  UNRECORDABLE,
} from '../fixtures.ts'

const { prisma } = testDatabase()

describe('createToken', () => {
  test('creates a token and stores its hash only', async () => {
    const userId = await clientOf(prisma)
    const expiresAt = later(1)
    const created = await createToken(prisma, OPERATOR, { userId, name: 'mine', expiresAt }, NOW)
    const { token, ...rest } = created
    expect(token).toMatch(/^pat_/)
    expect(rest).toMatchObject({ userId, name: 'mine', expiresAt, createdAt: NOW })
    const stored = await prisma.accessToken.findUniqueOrThrow({ where: { id: created.id } })
    expect(stored).toEqual({
      ...rest,
      scopes: ['plants'],
      hash: parseSecret(token)?.hash,
      revokedAt: null,
    })
    const events = await prisma.auditEvent.findMany({ where: { subject: created.id } })
    const details = {
      user_id: userId,
      reference: rest.reference,
      scopes: ['plants'],
      expires_at: expiresAt.toISOString(),
    }
    expect(events).toMatchObject([{ action: 'token.created', details }])
    expect(JSON.stringify([stored, events])).not.toContain(token)
  })

  test.each([
    [['plants'], ['plants']],
    [['portfolio:read'], ['portfolio:read']],
    [
      ['portfolio:read', 'plants', 'plants'],
      ['plants', 'portfolio:read'],
    ],
  ])('has the scopes %j', async (scopes, expected) => {
    const userId = await clientOf(prisma)
    const { id, scopes: made } = await createToken(prisma, OPERATOR, { userId, scopes })
    expect(made).toEqual(expected)
    const [stored] = await prisma.$queryRaw<object[]>`
      SELECT scopes::text[] AS scopes FROM access_tokens WHERE id = ${id}`
    expect(stored).toEqual({ scopes: expected })
  })

  test.each([
    [[]],
    [['portfolio_read']],
    [['plants', 'admin']],
    [['plants\0']],
  ])('is not made with the scopes %j', async (scopes) => {
    const userId = await clientOf(prisma)
    await expect(createToken(prisma, OPERATOR, { userId, scopes })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('accepted: plants, portfolio:read'),
    })
    expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
  })

  test.each([
    [
      'staff',
      (userId: string) => prisma.user.update({ where: { id: userId }, data: { isStaff: true } }),
    ],
    [
      'a person whose portfolio is erased',
      (clientId: string) =>
        prisma.portfolio.create({
          data: { clientId, environment: 'production', currency: 'USD', erasedAt: NOW },
        }),
    ],
  ])('is not made to read the portfolio that %s do not have', async (_, make) => {
    const { id: userId } = await prisma.user.create({
      data: { id: createId('user'), ...someone() },
    })
    await make(userId)
    for (const scopes of [['portfolio:read'], ['plants', 'portfolio:read']])
      await expect(createToken(prisma, OPERATOR, { userId, scopes })).rejects.toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringMatching(/this user has none\..* the scope plants\./),
      })
    expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
    await createToken(prisma, OPERATOR, { userId, scopes: ['plants'] })
  })

  test('has a default name and no expiry by default', async () => {
    const userId = await clientOf(prisma)
    const created = await createToken(prisma, OPERATOR, { userId })
    expect(created).toMatchObject({ name: 'access token', expiresAt: null })
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'a\0' }],
    ['expiresAt', { expiresAt: NOW }],
  ])('says that %s is bad, and makes nothing: %j', async (member, bad) => {
    const userId = await clientOf(prisma)
    await expect(createToken(prisma, OPERATOR, { ...bad, userId }, NOW)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(`^${member} (takes|must be) `),
    })
    expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
  })

  test.each(titled(hostileIds('user')))('finds no user with hostile id %s', async (_, userId) => {
    await expect(createToken(prisma, OPERATOR, { userId })).rejects.toMatchObject({
      code: 'record_not_found',
    })
  })

  test('stores nothing if the audit event cannot be stored', async () => {
    const userId = await clientOf(prisma)
    await expect(createToken(prisma, UNRECORDABLE, { userId })).rejects.toThrow()
    expect(await prisma.accessToken.count({ where: { userId } })).toBe(0)
  })
})

describe('revokeToken', () => {
  test('is final and idempotent, with one event, also in concurrent calls', async () => {
    const { id: tokenId } = await createToken(prisma, OPERATOR, {
      userId: await clientOf(prisma),
    })
    const revoke = (now: Date) => revokeToken(prisma, OPERATOR, { tokenId }, now)
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

  test.each(
    titled(hostileIds('token')),
  )('finds no token with hostile id %s', async (_, tokenId) => {
    await expect(revokeToken(prisma, OPERATOR, { tokenId })).rejects.toMatchObject({
      code: 'record_not_found',
    })
  })
})
