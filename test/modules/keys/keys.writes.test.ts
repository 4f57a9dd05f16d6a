import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { type GrantChange, updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import {
  createKey,
  limitDocuments,
  setTier,
  updateKey,
} from '../../../src/modules/keys/api-key.writes.ts'
import { revokeKey, rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createLinks } from '../../../src/modules/links/connection-link.writes.ts'
import { testDatabase } from '../../support/database.ts'
import {
  clientOf,
  enterpriseFirm,
  eventsOf,
  grantOf,
  keyOf,
  later,
  NOW,
  outcomes,
  startBehind,
} from '../fixtures.ts'

const { prisma } = testDatabase()
const NEW_KEY = { name: 'reports', environment: 'production', scopes: ['valuation'] } as const

function storedKey(id: string) {
  return prisma.apiKey.findUniqueOrThrow({ where: { id } })
}

const ADMIN = { kind: 'user', userId: 'user_admin', requestId: 'req-1' } as const

test('createKey makes a key of its environment, which the prefix of its secret names, and records by whom', async () => {
  for (const [environment, prefix] of [
    ['production', 'sk_live_'],
    ['sandbox', 'sk_test_'],
  ] as const) {
    const firmId = await enterpriseFirm(prisma)
    const expiresAt = later(1000)
    const given = { scopes: ['estate', 'valuation'], allowedIps: ['203.0.113.7'] }
    const input = { firmId, name: ' Reports ', environment, expiresAt, ...given }
    const key = await createKey({ prisma, actor: ADMIN, now: NOW }, input)
    const made = {
      ...{ id: key.id, firmId, name: 'Reports', environment, expiresAt, createdAt: NOW },
      scopes: ['registry', 'valuation', 'estate'],
      ...{ allowedIps: ['203.0.113.7/32'], createsLinks: false },
    }
    expect(key).toEqual({ ...made, secret: expect.any(String), reference: expect.any(String) })
    expect(key.secret.startsWith(`${prefix}${key.reference}_`)).toBe(true)
    const unset = { returnUrls: [], tier: null, createdBy: 'user_admin', revokedAt: null }
    const stored = { ...made, ...unset, trustedDocumentsOnly: false, state: 'active' }
    expect(await storedKey(key.id)).toEqual(stored)
    const { scopes, allowedIps: allowed_ips } = made
    const details = { environment, scopes, allowed_ips, expires_at: expiresAt.toISOString() }
    const event = { actor: 'user_admin', requestId: 'req-1', action: 'key.created', firmId }
    expect(await eventsOf(prisma, key.id)).toMatchObject([
      { ...event, details: { ...details, reference: key.reference } },
    ])
  }
})

test('createKey says which member is bad, and makes nothing', async () => {
  const firmId = await enterpriseFirm(prisma)
  for (const [member, bad] of [
    ['name', { name: '' }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['registry', 'Valuation'] }],
    ['scopes', { scopes: ['__proto__'] }],
    ['allowedIps', { allowedIps: ['10.0.0.0/8', 'any'] }],
    ['expiresAt', { expiresAt: NOW }],
    ['expiresAt', { expiresAt: later(-1) }],
    ['expiresAt', { expiresAt: new Date(Number.NaN) }],
    ['expiresAt', { expiresAt: new Date('+010000-01-01T00:00:00Z') }],
  ] as const) {
    const created = createKey(operator(prisma, NOW), { ...NEW_KEY, ...bad, firmId })
    await expect(created, member).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(`^${member} `),
    })
  }
  expect(await prisma.apiKey.count({ where: { firmId } })).toBe(0)
})

test('without the active plan a key can be revoked and nothing else', async () => {
  for (const [plan, planState] of [
    ['standard', 'active'],
    ['enterprise', 'past_due'],
    ['enterprise', 'canceled'],
  ] as const) {
    const { id: keyId, firmId } = await keyOf(prisma)
    await updateFirm(operator(prisma), { firmId, plan, planState })
    const secrets = await prisma.keySecret.findMany({ where: { keyId } })
    for (const call of [
      () => createKey(operator(prisma), { ...NEW_KEY, firmId }),
      () => rollKey(operator(prisma, NOW), { keyId }),
      () => updateKey(operator(prisma, NOW), { keyId, name: 'new' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'enterprise_plan_required' })
    expect(await prisma.keySecret.findMany({ where: { keyId } })).toEqual(secrets)
    expect(await storedKey(keyId)).toMatchObject({ name: 'reports', state: 'active' })
    expect(await prisma.apiKey.count({ where: { firmId } })).toBe(1)
    expect(await revokeKey(operator(prisma, NOW), { keyId })).toMatchObject({ state: 'revoked' })
  }
})

test('while the plan lapses a key is neither created nor rolled', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const lapse = { where: { id: firmId }, data: { planState: 'canceled' as const } }
  const settled = await startBehind(
    prisma,
    (tx) => tx.firm.updateMany(lapse),
    () => [
      createKey(operator(prisma), { ...NEW_KEY, firmId }),
      rollKey(operator(prisma, NOW), { keyId }),
    ],
  )
  const rejected = 'enterprise_plan_required'
  expect(outcomes(settled)).toEqual({ done: 0, codes: [rejected, rejected] })
})

test('updateKey changes the given members only, with one event for each change', async () => {
  const { id: keyId, firmId } = await keyOf(prisma, { allowedIps: ['10.0.0.1'] })
  const renamed = await updateKey(operator(prisma, NOW), { keyId, name: ' daily ' })
  const before = { allowedIps: ['10.0.0.1/32'], returnUrls: [], createsLinks: false }
  expect(renamed).toEqual({ id: keyId, firmId, name: 'daily', ...before })
  await updateKey(operator(prisma, NOW), { keyId, allowedIps: [] })
  await updateKey(operator(prisma, NOW), { keyId, allowedIps: [], name: 'daily' })
  const returnUrls = ['HTTPS://Firm.Example', 'https://firm.example/']
  await updateKey(operator(prisma, NOW), { keyId, returnUrls })
  expect(await storedKey(keyId)).toMatchObject({
    name: 'daily',
    allowedIps: [],
    returnUrls: ['https://firm.example/'],
  })
  expect(await eventsOf(prisma, keyId)).toMatchObject([
    { action: 'key.created' },
    { action: 'key.updated', details: { name: { before: 'reports', after: 'daily' } } },
    { action: 'key.updated', details: { allowed_ips: { before: ['10.0.0.1/32'], after: [] } } },
    {
      action: 'key.updated',
      details: { return_urls: { before: [], after: ['https://firm.example/'] } },
    },
  ])
})

const changes = {
  rollKey: (keyId: string, now: Date) => rollKey(operator(prisma, now), { keyId }),
  updateKey: (keyId: string, now: Date) => updateKey(operator(prisma, now), { keyId, name: 'x' }),
  limitDocuments: (keyId: string, now: Date) =>
    limitDocuments(operator(prisma, now), { keyId, trustedDocumentsOnly: true }),
  setTier: (keyId: string, now: Date) =>
    setTier(operator(prisma, now), { keyId, tier: 'elevated' }),
}

test('a revoked or expired key is not rolled, changed or limited', async () => {
  for (const [name, change] of Object.entries(changes)) {
    const revoked = await keyOf(prisma)
    await revokeKey(operator(prisma, NOW), { keyId: revoked.id })
    const expiring = await keyOf(prisma, { expiresAt: later(1000) })
    for (const [id, now] of [
      [revoked.id, NOW],
      [expiring.id, later(1000)],
    ] as const)
      await expect(change(id, now), name).rejects.toMatchObject({ code: 'state_conflict' })
    await expect(change(expiring.id, later(999))).resolves.toMatchObject({ id: expiring.id })
  }
})

test('a revoked or expired key keeps its grants as they are, or narrower', async () => {
  const { id: keyId } = await keyOf(prisma, { expiresAt: later(1000) })
  const { id: grantId } = await grantOf(prisma, { keyId, expiresAt: later(5000) })
  const change = (terms: Omit<GrantChange, 'grantId'>) =>
    updateGrant(operator(prisma, later(1000)), { grantId, ...terms })
  for (const terms of [{ scopes: ['valuation', 'estate'] }, { expiresAt: null }]) {
    const message = expect.stringContaining('This key has expired')
    await expect(change(terms)).rejects.toMatchObject({ code: 'state_conflict', message })
  }
  await expect(change({ scopes: ['registry'] })).resolves.toMatchObject({ version: 2 })
})

test('a revoked or expired key gets no connection link', async () => {
  const { id: keyId } = await keyOf(prisma, { expiresAt: later(1000) })
  const createdBy = await clientOf(prisma)
  const none = { reference: null, email: null, returnUrl: null, returnState: null }
  const asked = { scopes: ['registry'], purpose: 'Insurance', singleUse: false, ...none } as const
  const create = (now: Date) => createLinks(operator(prisma, now), { keyId, createdBy }, [asked])
  await expect(create(later(1000))).rejects.toMatchObject({ code: 'state_conflict' })
  await expect(create(later(999))).resolves.toMatchObject({ created: 1 })
})
