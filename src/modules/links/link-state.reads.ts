import { isExpired, lifeStateAt } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import type { Params } from '../../database/statement.ts'
import type { ApiKey, ConnectionLink, Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { KEY_ROLES } from '../firms/firm-roles.ts'

/** `ended`: the link's key has ended, or its creator can no longer ask for access. */
export type LinkState = 'active' | 'used' | 'revoked' | 'expired' | 'ended'

/** The columns of a key that decide about the state of its links. */
export const KEY_OF_LINK = {
  firmId: true,
  environment: true,
  state: true,
  expiresAt: true,
} as const satisfies Prisma.ApiKeySelect

interface LinkOfKey extends ConnectionLink {
  readonly key: Pick<ApiKey, keyof typeof KEY_OF_LINK>
}

export async function readLinkState(db: PrismaClient | Transaction, link: LinkOfKey, now: Date) {
  return (await linkStates(db, [link], now))(link)
}

/** Returns the function that tells the state of each of these links at an instant. */
export async function linkStates(
  db: PrismaClient | Transaction,
  links: readonly LinkOfKey[],
  now: Date,
): Promise<(link: LinkOfKey) => LinkState> {
  const creators = await db.member.findMany({
    where: {
      userId: { in: links.map(({ createdBy }) => createdBy) },
      firmId: { in: [...new Set(links.map(({ key }) => key.firmId))] },
    },
    select: { firmId: true, userId: true, role: true, user: { select: { lockedAt: true } } },
  })
  // The creator of a link can ask for access while they manage its key, and if they were not locked out since. A key can
  // while it is active: the links that it created are revoked when it loses the right.
  const canStillAsk = ({ keyId, createdBy, createdAt, key }: LinkOfKey) =>
    createdBy === keyId ||
    creators.some(
      ({ firmId, userId, role, user: { lockedAt } }) =>
        userId === createdBy &&
        firmId === key.firmId &&
        KEY_ROLES[key.environment].includes(role) &&
        (lockedAt === null || lockedAt < createdAt),
    )
  return (link) => {
    if (link.revokedAt !== null) return 'revoked'
    if (link.usedAt !== null) return 'used'
    if (isExpired(link.expiresAt, now)) return 'expired'
    return lifeStateAt(link.key, now) === 'active' && canStillAsk(link) ? 'active' : 'ended'
  }
}

/** Keys of one firm and environment. */
export interface LinkKeys extends Pick<ApiKey, 'firmId' | 'environment'> {
  /** Those of them that are live. */
  readonly liveIds: readonly string[]
}

/** The condition that the key of the link is live and its creator can still ask, as `linkStates` decides it. */
export function canStillAskSql(
  link: string,
  { firmId, environment, liveIds }: LinkKeys,
  params: Params,
): string {
  const roles = `${params.add(KEY_ROLES[environment])}::text[]`
  return `(${link}.key_id = ANY (${params.add(liveIds)}::text[]) AND (${link}.created_by = ${link}.key_id OR EXISTS (
    SELECT FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.user_id = ${link}.created_by AND m.firm_id = ${params.add(firmId)} AND m.role::text = ANY (${roles})
       AND (u.locked_at IS NULL OR u.locked_at < ${link}.created_at))))`
}
