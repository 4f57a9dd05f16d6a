import { isExpired, type LifeState } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import type {
  ConnectionLink,
  Environment,
  PrismaClient,
  Role,
} from '../../generated/prisma/client.ts'
import { KEY_ROLES } from '../firms/firm-roles.ts'

/** `ended`: the link's key has ended, or its creator can no longer ask for access. */
export type LinkState = 'active' | 'used' | 'revoked' | 'expired' | 'ended'

interface Creator {
  readonly firmId: string
  readonly userId: string
  readonly role: Role
  readonly user: { readonly lockedAt: Date | null }
}

/** The memberships of these users in one of the firms. */
export function findCreators(
  db: PrismaClient | Transaction,
  userIds: readonly string[],
  firmIds: readonly string[],
): Promise<Creator[]> {
  return db.member.findMany({
    where: { userId: { in: [...userIds] }, firmId: { in: [...firmIds] } },
    select: { firmId: true, userId: true, role: true, user: { select: { lockedAt: true } } },
  })
}

/** Who asks for access with a link: its key, at the instant of the read, and those of its firm who create links. */
interface Asking {
  readonly key: { readonly state: LifeState; readonly environment: Environment }
  readonly firmId: string
  readonly creators: readonly Creator[]
}

/** The state of a link at an instant. */
export function linkStateAt(link: ConnectionLink, asking: Asking, now: Date): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  if (link.usedAt !== null) return 'used'
  if (isExpired(link.expiresAt, now)) return 'expired'
  return asking.key.state === 'active' && canStillAsk(link, asking) ? 'active' : 'ended'
}

// The creator of a link can ask for access while they manage its key, and if they were not locked out since. A key can
// while it is active: the links that it created are revoked when it loses the right.
function canStillAsk(
  { keyId, createdBy, createdAt }: ConnectionLink,
  { key, firmId, creators }: Asking,
): boolean {
  if (createdBy === keyId) return true
  return creators.some(
    ({ userId, role, user, ...creator }) =>
      userId === createdBy &&
      creator.firmId === firmId &&
      KEY_ROLES[key.environment].includes(role) &&
      (user.lockedAt === null || user.lockedAt < createdAt),
  )
}
