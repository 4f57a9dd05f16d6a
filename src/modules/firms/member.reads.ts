import { inOrderOf, inReadingOrder } from '../../database/statement.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { requireFound, requireIdShape } from '../../values/ids.ts'

// This is more than invitations allow. Operators can add more members.
const MAX_SHOWN = 1_000

export type MemberDetails = ReturnType<typeof describeMember>
export type PendingInvitation = Awaited<ReturnType<typeof readInvitations>>[number]

const MEMBER = {
  role: true,
  createdAt: true,
  user: {
    select: {
      id: true,
      name: true,
      email: true,
      provedAt: true,
      accounts: { select: { id: true } },
    },
  },
} as const

/** The members of a firm: admins first, then the others, each group by name. The caller must have been checked. */
export async function readMembers(prisma: PrismaClient, firmId: string): Promise<MemberDetails[]> {
  const order = `m.role, ${inReadingOrder('u.name')}, u.id`
  const listed = await prisma.$queryRawUnsafe<{ id: string }[]>(
    `SELECT u.id FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.firm_id = $1 ORDER BY ${order} LIMIT ${MAX_SHOWN}`,
    firmId,
  )
  const ids = listed.map(({ id }) => id)
  const where = { firmId, userId: { in: ids } }
  const members = await prisma.member.findMany({ where, select: MEMBER })
  const described = members.map((member) => describeMember(firmId, member))
  return inOrderOf(ids, described, ({ userId }) => userId)
}

/** One member of a firm. The caller must have been checked. Throws `record_not_found`. */
export async function readMember(prisma: PrismaClient, firmId: string, userId: string) {
  const where = { firmId_userId: { firmId, userId } }
  const member = requireFound(await prisma.member.findUnique({ where, select: MEMBER }), 'member')
  return describeMember(firmId, member)
}

type MemberRow = Prisma.MemberGetPayload<{ select: typeof MEMBER }>

// A person who has set a password can sign in.
function describeMember(firmId: string, { role, createdAt, user }: MemberRow) {
  const { id: userId, name, email, provedAt, accounts } = user
  const marks = { canSignIn: accounts.length > 0, isProved: provedAt !== null }
  return { firmId, userId, name, email, role, joinedAt: createdAt, ...marks }
}

/** The invitations of a firm that can be accepted, newest first. The caller must have been checked. */
export async function readInvitations(prisma: PrismaClient, firmId: string, now: Date) {
  const invitations = await prisma.memberInvitation.findMany({
    where: { firmId, expiresAt: { gt: now } },
    omit: { tokenHash: true, mailed: true },
    include: { inviter: { select: { name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_SHOWN,
  })
  return invitations.map(({ inviter, ...invitation }) => ({
    ...invitation,
    invitedBy: inviter.name,
  }))
}

/** Every member of a firm, admins first, for operators. Throws `record_not_found`. */
export async function listMembers(prisma: PrismaClient, firmId: string): Promise<MemberDetails[]> {
  requireIdShape('firm', firmId)
  requireFound(await prisma.firm.findUnique({ where: { id: firmId } }), 'firm')
  return readMembers(prisma, firmId)
}
