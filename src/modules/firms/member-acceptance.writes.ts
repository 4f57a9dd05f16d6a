import { change, type Transaction } from '../../database/change.ts'
import { callerNotAllowed } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { requireGoodPassword } from '../people/password.ts'
import {
  hashInvitationToken,
  hashPassword,
  invalidInvitation,
  storePassword,
} from '../people/password.writes.ts'
import { insertUser, NOT_PROVED } from '../people/person.writes.ts'
import { lockFirm } from './firm-plan.ts'
import { insertMember } from './member.writes.ts'
import { findMemberInvitation } from './member-invitation.writes.ts'

const HAS_ACCOUNT = 'This email has an account. Sign in to accept the invitation.'

interface Accepting {
  readonly token: string
  readonly requestId: string
}

/**
 * Accepts an invitation with a new account, which is proved if the link was mailed. Throws `invalid_parameter` for an
 * invalid password, `state_conflict` if the email has an account, and `invalid_invitation`.
 */
export async function acceptWithNewAccount(
  prisma: PrismaClient,
  { token, requestId, password }: Accepting & { readonly password: string },
  now: Date,
): Promise<{ readonly email: string }> {
  const { name, email } = await requireInvitation(prisma, token, now)
  await requireGoodPassword(password, { name, email })
  const passwordHash = await hashPassword(password)
  return change(prisma, async (tx) => {
    const { firmId, role, mailed } = await takeInvitation(tx, token, now)
    const insertion = { proved: mailed, taken: HAS_ACCOUNT }
    const { id: userId } = await insertUser(tx, { name, email }, insertion)
    const actor = { kind: 'user', userId, requestId } as const
    await insertMember(tx, actor, { firmId, userId, role }, name)
    await storePassword(tx, actor, userId, passwordHash)
    return { email }
  })
}

/**
 * Accepts an invitation for the person who is signed in. Throws `invalid_invitation`, and `caller_not_allowed` for
 * another person, for staff, and for an account that is not proved, because it may belong to another person.
 */
export async function acceptSignedIn(
  prisma: PrismaClient,
  { token, requestId, userId, sessionId }: Accepting & { userId: string; sessionId: string },
  now: Date,
): Promise<{ readonly firmId: string }> {
  return change(prisma, async (tx) => {
    const { firmId, email, role } = await takeInvitation(tx, token, now)
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    if (user.email !== email)
      throw callerNotAllowed(
        'This invitation is for another person. Sign in with the address it was sent to.',
      )
    if (user.isStaff) throw callerNotAllowed('Staff cannot be members of a firm.')
    const where = { firmId, userId }
    // An operator may have added them meanwhile.
    if ((await tx.member.count({ where })) > 0) return { firmId }
    if (user.provedAt === null) throw callerNotAllowed(NOT_PROVED)
    const actor = { kind: 'user', userId, requestId, sessionId } as const
    await insertMember(tx, actor, { firmId, userId, role }, user.name)
    return { firmId }
  })
}

// An invitation is used by deleting its row. If several requests run at the same time, only one deletes it.
async function takeInvitation(tx: Transaction, token: string, now: Date) {
  const { firmId } = await requireInvitation(tx, token, now)
  // A change of the inviter's role locks the firm as well.
  await lockFirm(tx, firmId)
  const invitation = await requireInvitation(tx, token, now)
  const where = { tokenHash: hashInvitationToken(token) }
  if ((await tx.memberInvitation.deleteMany({ where })).count === 0) throw invalidInvitation()
  return invitation
}

async function requireInvitation(tx: PrismaClient | Transaction, token: string, now: Date) {
  const found = await findMemberInvitation(tx, token, now)
  if (!found) throw invalidInvitation()
  return found
}
