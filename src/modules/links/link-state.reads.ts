import { isExpired, type LifeState } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import type { ConnectionLink, PrismaClient } from '../../generated/prisma/client.ts'

/** `ended`: the link's key has ended, or its creator can no longer ask for access. */
export type LinkState = 'active' | 'used' | 'revoked' | 'expired' | 'ended'

interface Admin {
  readonly firmId: string
  readonly userId: string
  readonly user: { readonly lockedAt: Date | null }
}

/** The users among these who are admins of one of the firms. */
export function findAdmins(
  db: PrismaClient | Transaction,
  userIds: readonly string[],
  firmIds: readonly string[],
): Promise<Admin[]> {
  return db.member.findMany({
    where: { userId: { in: [...userIds] }, firmId: { in: [...firmIds] }, role: 'admin' },
    select: { firmId: true, userId: true, user: { select: { lockedAt: true } } },
  })
}

/**
 * The firm and the key that ask for access with a link. `keyState` is the state of its key at the instant of the read.
 */
interface Asking {
  readonly keyState: LifeState
  readonly firmId: string
  readonly admins: readonly Admin[]
}

/** The state of a link at an instant. */
export function linkStateAt(
  link: ConnectionLink,
  { keyState, firmId, admins }: Asking,
  now: Date,
): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  if (link.usedAt !== null) return 'used'
  if (isExpired(link.expiresAt, now)) return 'expired'
  return keyState === 'active' && canStillAsk(link, firmId, admins) ? 'active' : 'ended'
}

// The creator of a link can ask for access while they are an admin of the firm, and if they were not locked out since. A
// key can while it is active: the links that it created are revoked when it loses the right.
function canStillAsk(
  { keyId, createdBy, createdAt }: ConnectionLink,
  firmId: string,
  admins: readonly Admin[],
): boolean {
  if (createdBy === keyId) return true
  return admins.some(
    ({ userId, user, ...admin }) =>
      userId === createdBy &&
      admin.firmId === firmId &&
      (user.lockedAt === null || user.lockedAt < createdAt),
  )
}
