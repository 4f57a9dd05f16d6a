import { liveTokenWhere } from '../../access/liveness.ts'
import { change, type Transaction } from '../../database/change.ts'
import { codeOf, GatewayError, stateConflict } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Action, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { claimIdempotencyKey } from '../audit/idempotency-key.writes.ts'
import { type Reasoned, recordedReason } from './locked-out.ts'
import { lockUser, requireUser, type Who } from './person.writes.ts'

// How many credentials of a user were ended with a new password, as the history stores it.
export type EndedCredentials = Partial<Awaited<ReturnType<typeof endSignedIn>>> & {
  readonly second_factor?: boolean
}

/**
 * Ends the credentials of a user who recovers the account by a link, except the password. If the account is not proved,
 * another person may have set up the second factor, so it ends too. The transaction must have locked the user.
 */
export async function endCredentials(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<EndedCredentials> {
  // Without a password nobody has signed in yet. Access tokens were then created by an operator and stay.
  if ((await tx.account.count({ where: { userId } })) === 0) return {}
  return { ...(await endSignedIn(tx, userId, now)), ...(await endUnprovedFactor(tx, userId)) }
}

/** Ends the sessions, passkeys and access tokens of a user. The transaction must have locked the user. */
export async function endSignedIn(tx: Transaction, userId: string, now: Date) {
  // Sessions are deleted first: an action in progress commits before that, so the deletes below find its results.
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
  if (user.provedAt !== null) return {}
  await tx.user.updateMany({ where: { id: userId }, data: { twoFactorEnabled: false } })
  const { count } = await tx.twoFactor.deleteMany({ where: { userId } })
  return count > 0 ? { second_factor: true } : {}
}

/**
 * Removes the second factor and the passkeys of a user who has lost them, and ends their sessions and access tokens,
 * which may be on the lost device. From now on the password alone signs them in. Throws `record_not_found`, and
 * `state_conflict` if the user has neither a second factor nor a passkey.
 */
export async function resetFactor(by: Action, who: Who & Reasoned) {
  return actUnhindered(by, async (tx, now) => {
    const { id: userId, name, email } = await requireUser(tx, who)
    await lockUser(tx, userId)
    const ended = await endSignedIn(tx, userId, now)
    // This also removes second factors that still wait for their first code.
    const { count: factors } = await tx.twoFactor.deleteMany({ where: { userId } })
    if (factors === 0 && ended.passkeys === 0)
      throw stateConflict('There is no second factor and no passkey.')
    await tx.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } })
    // This removes sign-ins that wait for a code of the removed factor.
    await tx.verification.deleteMany({ where: { value: userId } })
    const details = { ...ended, ...recordedReason(who) }
    const action = 'person.second_factor_dropped'
    await recordEvent(tx, by.actor, { action, subject: userId, details })
    return { userId, name, email, ...ended }
  })
}

// A used code is remembered for this time. A code of an authenticator app is valid for a minute and a half at most.
const CODE_FORGOTTEN_MS = 5 * 60_000

export interface Self {
  readonly userId: string
  readonly requestId: string
}

/** Whether the person needs a code to sign in. */
export async function hasSecondFactor(prisma: PrismaClient, userId: string): Promise<boolean> {
  return (await prisma.user.count({ where: { id: userId, twoFactorEnabled: true } })) > 0
}

/** Marks a correct code as used. The first one completes the setup. Throws `invalid_code` for a used code. */
export async function consumeCode(
  prisma: PrismaClient,
  { userId, requestId }: Self,
  { code, isFirst }: { readonly code: string; readonly isFirst: boolean },
  now: Date,
): Promise<void> {
  // The space in the key makes it different from every idempotency key of a client.
  const key = `code ${code}`
  const forgotten = new Date(now.getTime() - CODE_FORGOTTEN_MS)
  await change(prisma, async (tx) => {
    await tx.idempotencyKey.deleteMany({ where: { actor: userId, key, at: { lt: forgotten } } })
    await claimIdempotencyKey(tx, userId, { key }).catch((thrown) => {
      if (codeOf(thrown) !== 'state_conflict') throw thrown
      throw new GatewayError('invalid_code', 'The code has been used. Wait for the next one.')
    })
    if (!isFirst) return
    const actor = { kind: 'user', userId, requestId } as const
    await recordEvent(tx, actor, { action: 'person.second_factor_set', subject: userId })
  })
}
