import type { Environment, PrismaClient, User } from '../../generated/prisma/client.ts'
import { isId } from '../../values/ids.ts'
import type { SignInAction } from '../people/sign-in-event.type.ts'

// The actions that begin a session.
const SIGN_INS: SignInAction[] = ['sign_in', 'second_step', 'passkey_sign_in']

export type FoundPerson = Pick<User, 'id' | 'name' | 'email' | 'isStaff'>

export const PERSON = { id: true, name: true, email: true, isStaff: true } as const

/** The facts of an account that staff need to help its owner. They contain no data of a portfolio. */
export interface PersonAccount extends FoundPerson {
  readonly createdAt: Date
  /** The environment of the portfolio; null for a person who is not a client. */
  readonly environment: Environment | null
  readonly erasedAt: Date | null
  readonly isProved: boolean
  readonly hasPassword: boolean
  /** Locked out, and not invited again since. */
  readonly isLockedOut: boolean
  readonly hasSecondFactor: boolean
  readonly passkeyCount: number
  readonly sessionCount: number
  readonly lastSignInAt: Date | null
  /** The end of the invitation that the person has not accepted yet. */
  readonly invitedUntil: Date | null
}

const ACCOUNT = {
  ...PERSON,
  createdAt: true,
  twoFactorEnabled: true,
  lockedAt: true,
  provedAt: true,
  portfolio: { select: { environment: true, erasedAt: true } },
  accounts: { select: { id: true } },
  invitation: { select: { expiresAt: true } },
} as const

/** The account of a person; null if there is none with this id. The caller must have been checked: only staff. */
export async function readPersonAccount(
  prisma: PrismaClient,
  userId: string,
  now: Date,
): Promise<PersonAccount | null> {
  if (!isId('user', userId)) return null
  const where = { id: userId, sandboxFirmId: null }
  const user = await prisma.user.findFirst({ where, select: ACCOUNT })
  if (!user) return null
  const { twoFactorEnabled, lockedAt, provedAt, portfolio, accounts, invitation, ...found } = user
  const invitedUntil = invitation && invitation.expiresAt > now ? invitation.expiresAt : null
  const hasPassword = accounts.length > 0
  return {
    ...found,
    environment: portfolio?.environment ?? null,
    erasedAt: portfolio?.erasedAt ?? null,
    isProved: provedAt !== null,
    hasPassword,
    isLockedOut: lockedAt !== null && !hasPassword && invitation === null,
    hasSecondFactor: twoFactorEnabled,
    invitedUntil,
    ...(await countSignIns(prisma, userId, now)),
  }
}

async function countSignIns(prisma: PrismaClient, userId: string, now: Date) {
  const [passkeyCount, sessionCount, last] = await Promise.all([
    prisma.passkey.count({ where: { userId } }),
    prisma.session.count({ where: { userId, expiresAt: { gt: now } } }),
    prisma.signInEvent.findFirst({
      where: { userId, action: { in: SIGN_INS }, outcome: 'ok' },
      orderBy: { at: 'desc' },
      select: { at: true },
    }),
  ])
  return { passkeyCount, sessionCount, lastSignInAt: last?.at ?? null }
}
