import { expect, test } from 'vitest'
import { parseSecret } from '../../../src/access/secret.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import {
  OVERLAPS,
  type Overlap,
  revokeKey,
  rollKey,
} from '../../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { eventsOf, keyOf, later, NOW, outcomes } from '../fixtures.ts'

const { prisma } = testDatabase()

/** The references of the secrets that work at an instant, oldest first. */
async function liveSecrets(keyId: string, at: Date): Promise<string[]> {
  const live = await prisma.keySecret.findMany({
    where: { keyId, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
    orderBy: { createdAt: 'asc' },
  })
  return live.map((secret) => secret.reference)
}

const actionsOf = async (subject: string) =>
  (await eventsOf(prisma, subject)).map((event) => event.action)

test('rollKey overlaps by the time that is asked for, to the millisecond', async () => {
  for (const overlap of Object.keys(OVERLAPS) as Overlap[]) {
    const key = await keyOf(prisma)
    const rolled = await rollKey(operator(prisma, NOW), { keyId: key.id, overlap })
    const end = OVERLAPS[overlap]
    expect(rolled).toEqual({
      id: key.id,
      secret: expect.stringMatching(/^sk_live_/),
      reference: expect.any(String),
      previousEndsAt: later(end),
    })
    const before = end > 0 ? [key.reference, rolled.reference] : [rolled.reference]
    expect(await liveSecrets(key.id, later(end - 1))).toEqual(
      end > 0 ? before : expect.arrayContaining(before),
    )
    expect(await liveSecrets(key.id, later(end))).toEqual([rolled.reference])
  }
})

test('rollKey stores the hash of the new secret, and records the roll without it', async () => {
  const key = await keyOf(prisma)
  const { secret, reference } = await rollKey(operator(prisma, NOW), { keyId: key.id })
  const stored = await prisma.keySecret.findUnique({ where: { reference } })
  expect(stored?.hash).toEqual(parseSecret(secret)?.hash)
  const [, event] = await eventsOf(prisma, key.id)
  expect(event?.action).toBe('key.rolled')
  expect(event?.details).toEqual({
    overlap: '0',
    reference: { before: key.reference, after: reference },
  })
  expect(JSON.stringify(event)).not.toContain(secret)
})

test('rollKey leaves at most two secrets after concurrent rolls', async () => {
  const key = await keyOf(prisma)
  const rolls = Array.from({ length: 6 }, () =>
    rollKey(operator(prisma, NOW), { keyId: key.id, overlap: '24h' }),
  )
  expect(outcomes(await Promise.allSettled(rolls))).toEqual({ done: 6, codes: [] })
  expect(await liveSecrets(key.id, NOW)).toHaveLength(2)
  const unending = await prisma.keySecret.count({ where: { keyId: key.id, expiresAt: null } })
  expect(unending).toBe(1)
})

test('revokeKey is final and idempotent, with one event, also of an expired key', async () => {
  const { id: keyId } = await keyOf(prisma)
  const first = await revokeKey(operator(prisma, NOW), { keyId })
  expect(first).toEqual({ id: keyId, state: 'revoked', revokedAt: NOW })
  expect(await revokeKey(operator(prisma, later(1000)), { keyId })).toEqual(first)
  expect(await actionsOf(keyId)).toEqual(['key.created', 'key.revoked'])
  const { id: expired } = await keyOf(prisma, { expiresAt: later(1) })
  const revoked = await revokeKey(operator(prisma, later(2)), { keyId: expired })
  expect(revoked).toMatchObject({ state: 'revoked' })
})

test('revokeKey cannot be undone in the database', async () => {
  const { id } = await keyOf(prisma)
  await revokeKey(operator(prisma, NOW), { keyId: id })
  const back = { state: 'active' as const, revokedAt: null }
  await expect(prisma.apiKey.updateMany({ where: { id }, data: back })).rejects.toThrow()
})

test('revokeKey takes effect despite concurrent rolls; later rolls are rejected', async () => {
  const { id: keyId } = await keyOf(prisma)
  const calls = [1, 2, 3].flatMap((): Promise<unknown>[] => [
    rollKey(operator(prisma, NOW), { keyId, overlap: '24h' }),
    revokeKey(operator(prisma, NOW), { keyId }),
  ])
  const { codes } = outcomes(await Promise.allSettled(calls))
  expect(codes.every((code) => code === 'state_conflict')).toBe(true)
  expect(await prisma.apiKey.findUnique({ where: { id: keyId } })).toMatchObject({
    state: 'revoked',
  })
  const actions = await actionsOf(keyId)
  expect(actions.filter((action) => action === 'key.revoked')).toHaveLength(1)
  expect(actions.at(-1)).toBe('key.revoked')
})
