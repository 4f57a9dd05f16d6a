import { liveTokenWhere } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import type { RecoveredCredential } from '../../values/recovered-credentials.ts'

/** The credentials that a user's new password by a link ends. None for a user who had no password. */
export function endedByRecovery({
  hasPassword,
  isProved,
}: {
  readonly hasPassword: boolean
  readonly isProved: boolean
}): readonly RecoveredCredential[] {
  if (!hasPassword) return []
  const ended = ['sessions', 'passkeys', 'access_tokens'] as const
  return isProved ? ended : [...ended, 'second_factor']
}

/** How many credentials of a user were ended with a new password, as the history stores it. */
interface EndedCredentials {
  readonly sessions?: number
  readonly passkeys?: number
  readonly access_tokens?: number
  readonly second_factor?: boolean
}

export const NOTHING_ENDED: EndedCredentials = {}

/**
 * Ends the credentials of a user other than the password, when they recover the account by a link: sessions, passkeys and
 * access tokens. If the account is not proved, another person may have set up the second factor, so it is ended too.
 * The transaction must have locked the user.
 */
export async function endCredentials(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<EndedCredentials> {
  // Without a password nobody has signed in yet. Access tokens were then created by an operator and stay.
  if ((await tx.account.count({ where: { userId } })) === 0) return NOTHING_ENDED
  return { ...(await endSignedIn(tx, userId, now)), ...(await endUnprovedFactor(tx, userId)) }
}

/** Ends the sessions, passkeys and access tokens of a user. The transaction must have locked the user. */
export async function endSignedIn(tx: Transaction, userId: string, now: Date) {
  // Sessions are deleted first. An action in progress commits before its session is deleted, so the deletes below find
  // its results.
  const sessions = await tx.session.deleteMany({ where: { userId } })
  const passkeys = await tx.passkey.deleteMany({ where: { userId } })
  const tokens = await tx.accessToken.updateMany({
    where: { userId, ...liveTokenWhere(now) },
    data: { revokedAt: now },
  })
  return { sessions: sessions.count, passkeys: passkeys.count, access_tokens: tokens.count }
}

async function endUnprovedFactor(tx: Transaction, userId: string): Promise<EndedCredentials> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  if (user.provedAt !== null) return NOTHING_ENDED
  await tx.user.updateMany({ where: { id: userId }, data: { twoFactorEnabled: false } })
  const { count } = await tx.twoFactor.deleteMany({ where: { userId } })
  return count > 0 ? { second_factor: true } : NOTHING_ENDED
}
