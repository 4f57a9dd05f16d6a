import { randomUUID } from 'node:crypto'
import { createSecret, parseSecret } from '../../access/secret.ts'
import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { parsePassword, requireGoodPassword, requireGoodPasswordOf } from './password.ts'
import { lockUser, requirePersonal, requireUser } from './person.writes.ts'

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** The user whom an invitation is for. */
export interface Invited {
  readonly name: string
  readonly email: string
}

/**
 * Creates a token with which the user of that email sets their password, once, within seven days. It
 * replaces an earlier one and is shown only here. Throws `invalid_parameter` and `record_not_found`.
 */
export async function invitePerson(
  prisma: PrismaClient,
  actor: Actor,
  input: { readonly email: string },
  now: Date = new Date(),
) {
  return change(prisma, async (tx) => {
    const { id: userId, name, email } = await requireUser(tx, input.email)
    await requirePersonal(tx, userId)
    const { token, expiresAt } = await storeInvitation(tx, userId, LIFETIME_MS, now)
    const details = { expires_at: expiresAt.toISOString() }
    await recordEvent(tx, { actor, action: 'person.invited', subject: userId, details })
    return { userId, name, email, token, expiresAt }
  })
}

/** Stores a new invitation of the user in place of an earlier one. */
export async function storeInvitation(
  tx: Transaction,
  userId: string,
  lifetimeMs: number,
  now: Date,
) {
  const { secret: token, hash: tokenHash } = createSecret('invitation')
  const stored = { tokenHash, createdAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) }
  await tx.invitation.upsert({ where: { userId }, create: { userId, ...stored }, update: stored })
  return { token, ...stored }
}

/** The user whom a token invites. Throws `invalid_invitation`, with the same message for every problem. */
export async function findInvited(
  prisma: PrismaClient,
  token: string,
  now: Date,
): Promise<Invited> {
  const tokenHash = hashInvitationToken(token)
  const select = { name: true, email: true }
  const where = { tokenHash, expiresAt: { gt: now } }
  const found = await prisma.invitation.findFirst({ where, select: { user: { select } } })
  if (!found) throw invalidInvitation()
  return found.user
}

/**
 * Accepts an invitation, which can be used once: sets the password and deletes all sessions of the
 * user. Throws `invalid_parameter` for an invalid password, otherwise `invalid_invitation`.
 */
export async function acceptInvitation(
  prisma: PrismaClient,
  { token, password, requestId }: { token: string; password: string; requestId: string },
  now: Date,
): Promise<Invited> {
  const tokenHash = hashInvitationToken(token)
  parsePassword(password)
  const invited = await findInvited(prisma, token, now)
  const { email } = invited
  await requireGoodPassword(password, invited)
  const passwordHash = await hashPassword(password)
  return change(prisma, async (tx) => {
    const user = await tx.user.findUniqueOrThrow({ where: { email } })
    await lockUser(tx, user.id)
    // Deleting the row is the one use: of several requests at the same time, one deletes it.
    const used = await tx.invitation.deleteMany({ where: { tokenHash, expiresAt: { gt: now } } })
    if (used.count === 0) throw invalidInvitation()
    const actor = { kind: 'user', userId: user.id, requestId } as const
    await storePassword(tx, actor, user.id, passwordHash)
    return { name: user.name, email }
  })
}

/** Sets a user's password and ends every session of theirs. Throws `invalid_parameter`. */
export async function setPassword(
  prisma: PrismaClient,
  actor: Actor,
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<void> {
  const passwordHash = await hashPassword(await requireGoodPasswordOf(prisma, userId, password))
  await change(prisma, (tx) => storePassword(tx, actor, userId, passwordHash))
}

/** Records that a user changed their password, and ends sign-ins that were begun with the old one. */
export async function recordPasswordChange(
  prisma: PrismaClient,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<void> {
  await change(prisma, async (tx) => {
    await deletePendingSignIns(tx, userId)
    const actor = { kind: 'user', userId, requestId } as const
    await recordEvent(tx, { actor, action: 'person.password_set', subject: userId })
  })
}

/** Stores a user's password, and ends every session and sign-in of theirs. Throws `state_conflict` for a sandbox client. */
export async function storePassword(
  tx: Transaction,
  actor: Actor,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await requirePersonal(tx, userId)
  const providerId = 'credential'
  await tx.account.upsert({
    where: { userId_providerId: { userId, providerId } },
    create: { id: randomUUID(), userId, providerId, accountId: userId, passwordHash },
    update: { passwordHash, updatedAt: new Date() },
  })
  await tx.session.deleteMany({ where: { userId } })
  await deletePendingSignIns(tx, userId)
  await recordEvent(tx, { actor, action: 'person.password_set', subject: userId })
}

// Sign-ins that wait for a second factor were begun with the old password, and a link that sets
// another would undo the new one.
async function deletePendingSignIns(tx: Transaction, userId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: userId } })
  await tx.invitation.deleteMany({ where: { userId } })
}

/** The hash that is stored of a password. */
export async function hashPassword(password: string): Promise<string> {
  // Loaded when it is needed: most processes never hash a password.
  const crypto = await import('better-auth/crypto')
  return crypto.hashPassword(password)
}

/** The hash that is stored of the token of a link. Throws `invalid_invitation` for a text that is no token. */
export function hashInvitationToken(token: string): Uint8Array<ArrayBuffer> {
  const secret = parseSecret(token)
  if (secret?.kind !== 'invitation') throw invalidInvitation()
  return secret.hash
}

/** The error for every link that does not work. */
export function invalidInvitation(): GatewayError {
  return new GatewayError(
    'invalid_invitation',
    'The link has been used, replaced, or has expired. Ask for a new one.',
  )
}
