import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NO_FILTER } from '../../../src/access/asset-filter.ts'
import { type Actor, operator } from '../../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { createGrant } from '../../../src/modules/grants/grant.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { revokeKey, rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { acceptInvitation, invitePerson } from '../../../src/modules/people/password.writes.ts'
import { lockUser } from '../../../src/modules/people/person.writes.ts'
import { findNewSession } from '../../../src/modules/people/sessions.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { sessionOf } from '../../support/session.ts'
import {
  clientOf,
  enterpriseFirm,
  grantOf,
  keyOf,
  later,
  NOW,
  someone,
  startBehind,
} from '../fixtures.ts'

const database = testDatabase()
const { prisma } = database
const KEY = { name: 'reports', environment: 'production', scopes: ['valuation'] } as const

async function admin() {
  const firmId = await enterpriseFirm(prisma)
  const { id, email } = await addMember(operator(prisma), { firmId, role: 'admin', ...someone() })
  await sessionOf(database, id)
  const session = await prisma.session.findFirstOrThrow({ where: { userId: id } })
  const sessionId = session.id
  const actor: Actor = { kind: 'user', userId: id, requestId: createId('request'), sessionId }
  return { firmId, id, email, actor }
}

test('locking a person lists the keys whose secret the person was shown, and does not revoke them', async () => {
  const { firmId, id, email, actor } = await admin()
  const made = await createKey({ prisma, actor }, { ...KEY, firmId })
  const rolled = await createKey(operator(prisma), { ...KEY, firmId })
  await rollKey({ prisma, actor }, { keyId: rolled.id })
  const ended = await createKey({ prisma, actor }, { ...KEY, firmId })
  await revokeKey(operator(prisma), { keyId: ended.id })
  await createKey(operator(prisma), { ...KEY, firmId })
  const locked = await lockPerson(operator(prisma), { email })
  const keys = [made.id, rolled.id].sort()
  expect(locked.keys).toEqual(keys.map((key) => ({ id: key, firmId })))
  const where = { action: 'person.locked', subject: id }
  const events = await prisma.auditEvent.findMany({ where, orderBy: { firmId: 'asc' } })
  expect(events).toMatchObject([
    { firmId, details: { keys } },
    { firmId: null, details: { sessions: 1, access_tokens: 0, keys } },
  ])
  expect(await prisma.apiKey.count({ where: { firmId, state: 'active' } })).toBe(3)
})

test('locking a person revokes the grants that the person gave, and no others', async () => {
  const { id: keyId, firmId } = await keyOf(prisma)
  const { id: otherKey } = await keyOf(prisma)
  const clientId = await clientOf(prisma)
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const client: Actor = { kind: 'user', userId: clientId, requestId: createId('request') }
  const terms = { clientId, scopes: ['valuation'], filter: NO_FILTER } as const
  const given = await createGrant({ prisma, actor: client, now: NOW }, { ...terms, keyId })
  const byOperator = await createGrant(operator(prisma, NOW), { ...terms, keyId: otherKey })
  const ofAnother = await grantOf(prisma, { keyId })
  const locked = await lockPerson(operator(prisma, later(5)), { email })
  expect(locked.grants).toBe(1)
  const stateOf = (id: string) => prisma.grant.findFirstOrThrow({ where: { id } })
  expect(await stateOf(given.id)).toMatchObject({ state: 'revoked', revokedAt: later(5) })
  expect(await stateOf(byOperator.id)).toMatchObject({ state: 'active' })
  expect(await stateOf(ofAnother.id)).toMatchObject({ state: 'active' })
  const where = { subject: given.id, action: 'grant.revoked' }
  expect(await prisma.auditEvent.findMany({ where })).toMatchObject([
    { actor: 'operator', firmId, clientId, details: { key_id: keyId, cause: 'person.locked' } },
  ])
  expect((await lockPerson(operator(prisma, later(9)), { email })).grants).toBe(0)
})

test('locking a person leaves expired keys, tokens and grants as they are', async () => {
  const { id: userId, firmId, email, actor } = await admin()
  await createKey({ prisma, actor, now: NOW }, { ...KEY, firmId, expiresAt: later(5) })
  const expired = await createToken({ prisma, actor, now: NOW }, { userId, expiresAt: later(5) })
  await createToken({ prisma, actor, now: NOW }, { userId, expiresAt: later(6) })
  const locked = await lockPerson(operator(prisma, later(5)), { email })
  expect(locked).toMatchObject({ keys: [], accessTokens: 1 })
  const token = await prisma.accessToken.findUniqueOrThrow({ where: { id: expired.id } })
  expect(token.revokedAt).toBeNull()
  const { id: keyId } = await keyOf(prisma)
  const clientId = await clientOf(prisma)
  const client: Actor = { kind: 'user', userId: clientId, requestId: createId('request') }
  const terms = { scopes: ['valuation'], filter: NO_FILTER, expiresAt: later(5) } as const
  const { id } = await createGrant(
    { prisma, actor: client, now: NOW },
    { ...terms, clientId, keyId },
  )
  const person = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  expect((await lockPerson(operator(prisma, later(5)), person)).grants).toBe(0)
  const grant = await prisma.grant.findFirstOrThrow({ where: { id } })
  expect(grant).toMatchObject({ state: 'expired', revokedAt: null })
  expect(await prisma.auditEvent.count({ where: { subject: id, action: 'grant.revoked' } })).toBe(0)
})

test('locking a person removes the second factor, and stores when', async () => {
  const { id, email } = await admin()
  const factor = { id: createId('request'), userId: id, totpSecret: 'x', recoveryCodes: 'x' }
  await prisma.twoFactor.create({ data: factor })
  await prisma.user.update({ where: { id }, data: { twoFactorEnabled: true } })
  await lockPerson(operator(prisma, NOW), { email })
  const user = await prisma.user.findUniqueOrThrow({ where: { id } })
  expect(user).toMatchObject({ twoFactorEnabled: false, lockedAt: NOW })
  expect(await prisma.twoFactor.count({ where: { userId: id } })).toBe(0)
  await lockPerson(operator(prisma, later(9)), { email })
  expect((await prisma.user.findUniqueOrThrow({ where: { id } })).lockedAt).toEqual(later(9))
})

test('locking a person ends a session that has just begun', async () => {
  const { id } = await admin()
  const { cookieToken } = await prisma.session.findFirstOrThrow({ where: { userId: id } })
  const account = { id: createId('request'), userId: id, providerId: 'credential', accountId: id }
  await prisma.account.create({ data: account })
  expect(await findNewSession(prisma, [cookieToken])).toMatch(/^session_/)
  const [held] = await startBehind(
    prisma,
    (tx) => tx.account.deleteMany({ where: { userId: id } }),
    () => [findNewSession(prisma, [cookieToken])],
  )
  expect(held).toEqual({ status: 'fulfilled', value: null })
})

const password = 'grey herons over Skye'
const invited = async () => {
  const person = await admin()
  const { token } = await invitePerson(operator(prisma), person)
  const accept = () =>
    acceptInvitation(prisma, { token, password, requestId: 'r' }, new Date()).catch(() => null)
  return { ...person, accept }
}
const passwords = (userId: string) => prisma.account.count({ where: { userId } })

test('locking a person ends the password of an invitation that sets it at the same time', async () => {
  const { id, email } = await invited()
  const account = { id: createId('request'), userId: id, providerId: 'credential' }
  await startBehind(
    prisma,
    async (tx) => {
      await lockUser(tx, id)
      await tx.invitation.deleteMany({ where: { userId: id } })
      await tx.account.create({ data: { ...account, accountId: id } })
    },
    () => [lockPerson(operator(prisma), { email })],
  )
  expect(await passwords(id)).toBe(0)
})

test('locking a person ends an invitation whose use waits for the lock', async () => {
  const { id, accept } = await invited()
  let accepted: Promise<unknown> = Promise.resolve()
  await prisma.$transaction(async (tx) => {
    await lockUser(tx, id)
    await tx.account.deleteMany({ where: { userId: id } })
    accepted = accept()
    await Promise.race([accepted, sleep(2_000)])
    await tx.invitation.deleteMany({ where: { userId: id } })
  })
  expect(await accepted).toBeNull()
  expect(await passwords(id)).toBe(0)
})
