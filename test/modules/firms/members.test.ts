import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '../../../src/generated/prisma/client.ts'
import { type Actor, OPERATOR, operator } from '../../../src/modules/audit/audit.writes.ts'
import { addMember, removeMember, setRole } from '../../../src/modules/firms/member.writes.ts'
import { inviteMember } from '../../../src/modules/firms/member-invitation.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { testTable } from '../../support/test-table.ts'
import { CONFLICT, enterpriseFirm, someone } from '../fixtures.ts'

const database = testDatabase()
const { prisma } = database
const runtime = database.serving.prisma
const by = (actor: Actor) => ({ prisma: runtime, actor })
let firmId = ''
let admin = ''
let other = ''

beforeEach(async () => {
  firmId = await enterpriseFirm(prisma)
  admin = await memberOf('admin')
  other = await memberOf('admin')
})

async function memberOf(role: Role, firm = firmId): Promise<string> {
  return (await addMember(operator(prisma), { ...someone(), firmId: firm, role })).id
}

async function signedIn(userId: string): Promise<Actor> {
  const sessionId = createId('session')
  const expiresAt = new Date(Date.now() + 60_000)
  const data = { id: sessionId, userId, cookieToken: randomUUID(), expiresAt }
  await prisma.session.create({ data })
  return { kind: 'user', userId, requestId: 'request', sessionId }
}

const roleOf = async (userId: string) =>
  (await prisma.member.findFirst({ where: { firmId, userId } }))?.role ?? null
const sessionsOf = (userId: string) => prisma.session.count({ where: { userId } })
const invitationsOf = (invitedBy: string) => prisma.memberInvitation.count({ where: { invitedBy } })
const lastEvent = () => prisma.auditEvent.findFirst({ where: { firmId }, orderBy: { id: 'desc' } })
const INVITED = { name: 'Bo', role: 'admin', mailed: true } as const
const invite = (invitedBy: string, email = someone().email) =>
  inviteMember(operator(runtime), { ...INVITED, email, firmId, invitedBy })

testTable([
  ['admin', 'developer', 0],
  ['admin', 'member', 0],
  ['developer', 'member', 0],
  ['member', 'developer', 1],
  ['developer', 'admin', 1],
  ['member', 'admin', 1],
] as const)(
  'a new role is recorded, and a member who loses rights loses sessions and invitations',
  async (before, after, kept) => {
    const member = await memberOf(before)
    await signedIn(member)
    await invite(member)
    await invite(admin)
    await setRole(by(await signedIn(admin)), { firmId, userId: member, role: after })
    const left = [await roleOf(member), await sessionsOf(member), await invitationsOf(member)]
    expect(left).toEqual([after, kept, kept])
    expect(await invitationsOf(admin)).toBeGreaterThan(0)
    const details = { name: 'Ada Hale', role: { before, after } }
    const event = { action: 'member.role_set', actor: admin, subject: member, details }
    expect(await lastEvent()).toMatchObject(event)
  },
)

test('a member who is removed loses sessions and invitations; their account and other firms stay', async () => {
  const elsewhere = await enterpriseFirm(prisma)
  await prisma.member.createMany({ data: { firmId: elsewhere, userId: other, role: 'admin' } })
  await signedIn(other)
  await invite(other)
  const removed = await removeMember(by(await signedIn(admin)), { firmId, userId: other })
  expect(removed).toEqual({ firmId, userId: other, name: 'Ada Hale', keys: [] })
  const left = [await roleOf(other), await sessionsOf(other), await invitationsOf(other)]
  expect(left).toEqual([null, 0, 0])
  expect(await prisma.user.count({ where: { id: other } })).toBe(1)
  expect(await prisma.member.count({ where: { userId: other } })).toBe(1)
  expect(await lastEvent()).toMatchObject({
    action: 'member.removed',
    subject: other,
    details: { name: 'Ada Hale', role: 'admin', keys: [] },
  })
})

test('a member who is removed has keys named whose secret they know: live ones of this firm', async () => {
  const elsewhere = await enterpriseFirm(prisma)
  const actor = await signedIn(other)
  const key = { name: 'n', environment: 'production', scopes: ['registry'] } as const
  const known = await createKey({ prisma, actor }, { ...key, firmId })
  const ended = await createKey({ prisma, actor }, { ...key, firmId })
  await revokeKey(operator(prisma), { keyId: ended.id })
  await createKey({ prisma, actor }, { ...key, firmId: elsewhere })
  await createKey({ prisma, actor: await signedIn(admin) }, { ...key, firmId })
  const { keys } = await removeMember(operator(runtime), { firmId, userId: other })
  expect(keys).toEqual([known.id])
})

test('a member who is removed completes no action that was begun before', async () => {
  const begun = await signedIn(other)
  await removeMember(by(await signedIn(admin)), { firmId, userId: other })
  const key = { name: 'late', environment: 'sandbox', scopes: ['registry'], firmId } as const
  await expect(createKey(by(begun), key)).rejects.toMatchObject({ code: 'invalid_session' })
  await expect(removeMember(by(begun), { firmId, userId: admin })).rejects.toMatchObject(CONFLICT)
  expect(await roleOf(admin)).toBe('admin')
})

const LAST = { code: 'state_conflict', message: expect.stringMatching(/last admin/) }

test('the last admin is neither removed nor given another role', async () => {
  await memberOf('member')
  const actor = await signedIn(admin)
  await removeMember(by(actor), { firmId, userId: other })
  for (const each of [actor, OPERATOR]) {
    await expect(removeMember(by(each), { firmId, userId: admin })).rejects.toMatchObject(LAST)
    for (const role of ['developer', 'member'] as const)
      await expect(setRole(by(each), { firmId, userId: admin, role })).rejects.toMatchObject(LAST)
  }
  expect([await roleOf(admin), await sessionsOf(admin)]).toEqual(['admin', 1])
})

test('the last admin stays when operators, or the admins themselves, remove both at the same time', async () => {
  const removals = async (one: string, two: string, byAdmins: boolean) => [
    removeMember(by(byAdmins ? await signedIn(one) : OPERATOR), { firmId, userId: two }),
    removeMember(by(byAdmins ? await signedIn(two) : OPERATOR), { firmId, userId: one }),
  ]
  for (let round = 0; round < 10; round++) {
    firmId = await enterpriseFirm(prisma)
    const [one, two] = [await memberOf('admin'), await memberOf('admin')]
    const settled = await Promise.allSettled(await removals(one, two, round % 2 === 0))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await prisma.member.count({ where: { firmId, role: 'admin' } })).toBe(1)
  }
})

test('an invitation of a member, and one over the most, are rejected', async () => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: other } })
  await expect(invite(admin, email.toUpperCase())).rejects.toMatchObject({
    code: 'state_conflict',
    message: expect.stringMatching(/member of the firm already/),
  })
  const { tokenHash, ...row } = await prisma.memberInvitation.findUniqueOrThrow({
    where: { id: (await invite(admin, 'again@example.com')).id },
  })
  const rows = Array.from({ length: 497 }, (_, i) => ({
    ...row,
    id: `${i}`,
    email: `${i}@example.com`,
    tokenHash: Buffer.concat([tokenHash, Buffer.from(`${i}`)]),
  }))
  await prisma.memberInvitation.createMany({ data: rows })
  await expect(invite(admin)).rejects.toMatchObject(CONFLICT)
  // It takes the place of the earlier one.
  expect(await invite(admin, 'again@example.com')).toMatchObject({ email: 'again@example.com' })
})

test('locking a person ends the invitations that they sent', async () => {
  await invite(other)
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: other } })
  await lockPerson(operator(prisma), { email })
  expect(await invitationsOf(other)).toBe(0)
})

test('a firm has 500 members and invitations at most, without those that have expired', async () => {
  const asked = Array.from({ length: 498 }, () => ({
    ...{ id: createId('invitation'), firmId, email: someone().email, name: 'Bo', mailed: false },
    ...{ role: 'member' as const, invitedBy: admin, createdAt: new Date(0) },
    ...{ expiresAt: new Date(Date.now() + 60_000), tokenHash: randomBytes(32) },
  }))
  await prisma.memberInvitation.createMany({ data: asked })
  await expect(invite(admin)).rejects.toMatchObject(CONFLICT)
  await prisma.memberInvitation.updateMany({
    where: { id: asked[0]?.id ?? '' },
    data: { expiresAt: new Date(1) },
  })
  await invite(admin)
  await expect(invite(admin)).rejects.toMatchObject(CONFLICT)
})
