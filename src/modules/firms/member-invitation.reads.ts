import type { Transaction } from '../../database/change.ts'
import type { PrismaClient, Role } from '../../generated/prisma/client.ts'
import { hashInvitationToken } from '../people/password.writes.ts'

/** An invitation to a firm, as the holder of its link sees it. */
export interface OpenedInvitation {
  readonly firmId: string
  readonly firmName: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** Whether the link was only mailed to the address. Then the holder of the link is the person of the address. */
  readonly mailed: boolean
  readonly expiresAt: Date
}

/**
 * The invitation to a firm that a token opens. Null if there is none: it was used, withdrawn or replaced, has expired,
 * or its sender is no longer an admin of the firm. Throws `invalid_invitation` for a text that is not a token.
 */
export async function findMemberInvitation(
  prisma: PrismaClient | Transaction,
  token: string,
  now: Date,
): Promise<OpenedInvitation | null> {
  const tokenHash = hashInvitationToken(token)
  const found = await prisma.memberInvitation.findFirst({
    where: { tokenHash, expiresAt: { gt: now } },
    include: { firm: { select: { name: true } } },
  })
  if (!found) return null
  const { firmId, name, email, role, mailed, expiresAt, firm, invitedBy } = found
  const inviter = { firmId, userId: invitedBy, role: 'admin' as const }
  if ((await prisma.member.count({ where: inviter })) === 0) return null
  return { firmId, firmName: firm.name, name, email, role, mailed, expiresAt }
}

/**
 * Whether an email has an account. The answer may be shown only to the holder of a link that was mailed to this email.
 */
export async function hasAccount(prisma: PrismaClient, email: string): Promise<boolean> {
  return (await prisma.user.count({ where: { email } })) > 0
}
