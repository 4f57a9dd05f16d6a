import { isKeyLive } from '../../access/liveness.ts'
import { change, revocation, type Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import type { ApiKey, Member, Role } from '../../generated/prisma/client.ts'
import { requireFound, requireIdShape } from '../../values/ids.ts'
import { type Action, type Actor, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { insertUser, type NewPerson } from '../people/person.writes.ts'
import { lockFirm } from './firm-plan.ts'
import { isDemotion } from './firm-roles.ts'

/** Makes a user a member, in a transaction that has locked the firm. */
export async function insertMember(
  tx: Transaction,
  actor: Actor,
  member: Pick<Member, 'firmId' | 'userId' | 'role'>,
  name: string,
): Promise<void> {
  const { firmId, userId: subject, role } = member
  await tx.member.createMany({ data: member })
  await recordEvent(tx, actor, { action: 'member.added', subject, firmId, details: { name, role } })
}

export interface NewMember extends NewPerson {
  readonly firmId: string
  /** Default: member. */
  readonly role?: Role
}

/** Creates a member of the firm, for operators. Throws `record_not_found` and the errors of `insertUser`. */
export async function addMember({ prisma, actor }: Action, input: NewMember) {
  const { firmId, role = 'member' } = input
  return change(prisma, async (tx) => {
    await lockFirm(tx, firmId)
    const user = await insertUser(tx, input, { proved: true })
    await insertMember(tx, actor, { firmId, userId: user.id, role }, user.name)
    return { ...user, firmId, role }
  })
}

type MemberOf = Pick<Member, 'firmId' | 'userId'>

/**
 * Sets the role of a member. Idempotent. One who loses rights is signed out, so that no action that they began is
 * completed, and their invitations end. Throws `record_not_found`, and `state_conflict` for the last admin.
 */
export async function setRole(by: Action, { role, ...of }: MemberOf & { readonly role: Role }) {
  return revocation(by.prisma, async (tx) => {
    const member = await lockMember(tx, of)
    const { firmId, userId } = of
    if (member.role === role) return { firmId, userId, role }
    if (member.role === 'admin') await requireOtherAdmin(tx, of)
    await tx.member.updateMany({ where: of, data: { role } })
    const details = { name: member.user.name, role: { before: member.role, after: role } }
    await recordEvent(tx, by.actor, { action: 'member.role_set', subject: userId, firmId, details })
    if (isDemotion(member.role, role)) await endActions(tx, of)
    return { firmId, userId, role }
  })
}

/**
 * Removes a member, signs them out everywhere and ends their invitations. Their account, other memberships and the keys
 * whose secret they know stay. Returns these keys. Throws `record_not_found`, and `state_conflict` for the last admin.
 */
export async function removeMember(by: Action, of: MemberOf) {
  return actUnhindered(by, async (tx, now) => {
    const { role, user } = await lockMember(tx, of)
    const { firmId, userId } = of
    if (role === 'admin') await requireOtherAdmin(tx, of)
    await tx.member.deleteMany({ where: of })
    const keys = (await keysKnownTo(tx, userId, now, firmId)).map(({ id }) => id)
    const details = { name: user.name, role, keys }
    await recordEvent(tx, by.actor, { action: 'member.removed', subject: userId, firmId, details })
    await endActions(tx, of)
    return { firmId, userId, name: user.name, keys }
  })
}

// The lock on the firm puts two admins who end each other's role in order.
async function lockMember(tx: Transaction, { firmId, userId }: MemberOf) {
  await lockFirm(tx, firmId)
  requireIdShape('user', userId, 'member')
  const member = await tx.member.findUnique({
    where: { firmId_userId: { firmId, userId } },
    select: { role: true, user: { select: { name: true } } },
  })
  return requireFound(member, 'member')
}

async function requireOtherAdmin(tx: Transaction, { firmId, userId }: MemberOf): Promise<void> {
  const where = { firmId, role: 'admin' as const, userId: { not: userId } }
  if ((await tx.member.count({ where })) > 0) return
  throw stateConflict('This is the last admin of the firm. Make another member an admin first.')
}

// Call this after the event is recorded, because the event locks the session of the actor, who may be the same person.
// An action of the member that is in progress has either committed, or finds no session and is rolled back.
async function endActions(tx: Transaction, { firmId, userId }: MemberOf): Promise<void> {
  await tx.session.deleteMany({ where: { userId } })
  await tx.memberInvitation.deleteMany({ where: { firmId, invitedBy: userId } })
}

export type KnownKey = Pick<ApiKey, 'id' | 'firmId' | 'state' | 'expiresAt'>

/** The live keys, of one firm or of all, whose secret the user has seen: they created or rolled the key. */
export async function keysKnownTo(
  tx: Transaction,
  userId: string,
  now: Date,
  firmId: string | null = null,
): Promise<KnownKey[]> {
  const known = await tx.$queryRaw<KnownKey[]>`
    SELECT k.id, k.firm_id AS "firmId", k.state, k.expires_at AS "expiresAt" FROM api_keys k
     WHERE k.created_by = ${userId} AND (${firmId}::text IS NULL OR k.firm_id = ${firmId})
    UNION
    SELECT k.id, k.firm_id, k.state, k.expires_at FROM api_keys k JOIN audit_events e ON e.subject = k.id
     WHERE e.actor = ${userId} AND e.action IN ('key.created', 'key.rolled')
       AND (${firmId}::text IS NULL OR k.firm_id = ${firmId})
     ORDER BY id`
  return known.filter((key) => isKeyLive(key, now))
}
