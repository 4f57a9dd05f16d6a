import { randomUUID } from 'node:crypto'
import { createSecret, parseSecret } from '../../access/secret.ts'
import { change, revocation, type Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { GatewayError } from '../../errors.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { type Action, type Actor, act, recordEvent } from '../audit/audit.writes.ts'
import { addMail } from '../mails/mail.writes.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { type Invited, invitationMail } from './invitation-mail.ts'
import { liftLock, type Reasoned, recordedReason, requireNotLockedOut } from './locked-out.ts'
import { parsePassword, requireGoodPassword, requireGoodPasswordOf } from './password.ts'
import { lockUser, markProved, requirePersonal, requireUser, type Who } from './person.writes.ts'
import { type EndedCredentials, endCredentials } from './recovery.writes.ts'

const LIFETIME_MS = 7 * DAY_MS

export type Invitee = Who & {
  /** Lifts the lock of the user, with this reason. Without it, a user who is locked out is not invited. */
  readonly unlock?: Reasoned
  readonly reason?: string
}

/**
 * Creates a token, returned only here, with which a user sets their password, once, within seven days. Replaces one.
 * Throws `invalid_parameter`, `record_not_found`, and `state_conflict` for a locked out user, or `unlock` for another.
 */
export async function invitePerson(by: Action, input: Invitee) {
  return act(by, (tx, now) => invite(tx, by.actor, input, now))
}

/** The same with a link that is mailed. Returns the id of the mail. An earlier link ends now. */
export async function invitePersonByMail(by: Action, input: Invitee) {
  return act(by, async (tx, now) => {
    // Nobody knows this token: it is replaced when the mail is sent.
    const { token: _, ...invited } = await invite(tx, by.actor, input, now)
    const mail = { kind: 'invitation', email: invited.email, firmId: null, about: {} } as const
    return { ...invited, mailId: await addMail(tx, mail, now) }
  })
}

async function invite(tx: Transaction, actor: Actor, input: Invitee, now: Date) {
  const { id: userId } = await requireUser(tx, input)
  await requirePersonal(tx, userId)
  await lockUser(tx, userId)
  if (input.unlock) await liftLock(tx, actor, userId, input.unlock)
  else await requireNotLockedOut(tx, userId)
  const invited = await readInvited(tx, userId)
  const { token, expiresAt } = await storeInvitation(tx, userId, LIFETIME_MS, now)
  const details = { expires_at: expiresAt.toISOString(), ...recordedReason(input) }
  await recordEvent(tx, actor, { action: 'person.invited', subject: userId, details })
  return { userId, ...invited, token, expiresAt }
}

/** Creates the link of an invitation and writes its mail, unless the invitation has ended. */
export const writeInvitation: MailWriter = async ({ email }, { prisma, urlOf, now, words }) => {
  const { secret, hash: tokenHash } = createSecret('invitation')
  const user = await prisma.user.findUniqueOrThrow({ where: { email }, select: INVITED })
  const where = { user: { email }, expiresAt: { gt: now } }
  const invitation = await prisma.invitation.findFirst({ where })
  if (!invitation) return null
  const { userId, expiresAt } = invitation
  const { count } = await prisma.invitation.updateMany({
    where: { userId, tokenHash: invitation.tokenHash },
    data: { tokenHash },
  })
  if (count === 0) return null
  const link = urlOf(`/invitation/${secret}`)
  return invitationMail({ ...describe(user), expiresAt, link }, words)
}

/** Stores a new invitation of the user. It replaces an earlier one. */
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

/** A user for whom a link is made. `ends` is empty for a user without a password. */
export async function readInvited(tx: Transaction, userId: string): Promise<Invited> {
  return describe(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: INVITED }))
}

/** The user whom a token invites. Throws `invalid_invitation`, with the same message for every problem. */
export async function findInvited(prisma: PrismaClient, token: string, now: Date) {
  const tokenHash = hashInvitationToken(token)
  const where = { tokenHash, expiresAt: { gt: now } }
  const found = await prisma.invitation.findFirst({ where, select: { user: { select: INVITED } } })
  if (!found) throw invalidInvitation()
  return describe(found.user)
}

const INVITED = {
  name: true,
  email: true,
  provedAt: true,
  accounts: { select: { id: true } },
} as const

type InvitedRow = Prisma.UserGetPayload<{ select: typeof INVITED }>

function describe({ name, email, provedAt, accounts }: InvitedRow): Invited {
  const always = ['sessions', 'passkeys', 'access_tokens'] as const
  const unproved = provedAt === null ? (['second_factor'] as const) : []
  return { name, email, ends: accounts.length > 0 ? [...always, ...unproved] : [] }
}

/**
 * Accepts an invitation, once: sets the password, proves the account, and ends its sessions, passkeys and access
 * tokens. The first proof also ends the second factor. Throws `invalid_parameter` and `invalid_invitation`.
 */
export async function acceptInvitation(
  prisma: PrismaClient,
  { token, password, requestId }: { token: string; password: string; requestId: string },
  now: Date,
): Promise<{ readonly email: string }> {
  const tokenHash = hashInvitationToken(token)
  parsePassword(password)
  const invited = await findInvited(prisma, token, now)
  const { email } = invited
  await requireGoodPassword(password, invited)
  const passwordHash = await hashPassword(password)
  return revocation(prisma, async (tx) => {
    const { id: userId } = await tx.user.findUniqueOrThrow({ where: { email } })
    await lockUser(tx, userId)
    // An invitation is used by deleting its row. If several requests run at the same time, only one deletes it.
    const used = await tx.invitation.deleteMany({ where: { tokenHash, expiresAt: { gt: now } } })
    if (used.count === 0) throw invalidInvitation()
    const actor = { kind: 'user', userId, requestId } as const
    const ended = await endCredentials(tx, userId, now)
    await storePassword(tx, actor, userId, passwordHash, ended)
    await markProved(tx, userId)
    return { email }
  })
}

/** Records that a user changed their password, and ends sign-ins that were begun with the old one. */
export async function recordPasswordChange(
  prisma: PrismaClient,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<void> {
  await change(prisma, async (tx) => {
    await deletePendingSignIns(tx, userId)
    const actor = { kind: 'user', userId, requestId } as const
    await recordEvent(tx, actor, { action: 'person.password_set', subject: userId })
  })
}

/** Stores a password and ends the sessions and pending sign-ins. Throws `state_conflict` for a sandbox client. */
export async function storePassword(
  tx: Transaction,
  actor: Actor,
  userId: string,
  passwordHash: string,
  ended: EndedCredentials = {},
): Promise<void> {
  await requirePersonal(tx, userId)
  const providerId = 'credential'
  await tx.account.upsert({
    where: { userId_providerId: { userId, providerId } },
    create: { id: randomUUID(), userId, providerId, accountId: userId, passwordHash },
    update: { passwordHash, updatedAt: await instantOf(tx) },
  })
  await tx.session.deleteMany({ where: { userId } })
  await deletePendingSignIns(tx, userId)
  const details = { ...ended }
  await recordEvent(tx, actor, { action: 'person.password_set', subject: userId, details })
}

// Sign-ins that wait for a second factor were begun with the old password. A pending link would replace the new one.
async function deletePendingSignIns(tx: Transaction, userId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: userId } })
  await tx.invitation.deleteMany({ where: { userId } })
}

export async function hashPassword(password: string): Promise<string> {
  // The module is loaded when it is needed, because most processes never hash a password.
  const crypto = await import('better-auth/crypto')
  return crypto.hashPassword(password)
}

/** The stored hash of the token of a link. Throws `invalid_invitation` for a text that is not a token. */
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

/** Sets all passwords or none, and ends all sessions. Operators vouch for the addresses. Throws `invalid_parameter`. */
export async function setPasswords(
  by: Action,
  inputs: readonly { readonly userId: string; readonly password: string }[],
): Promise<void> {
  const hashed = await Promise.all(
    inputs.map(async ({ userId, password }) => {
      const good = await requireGoodPasswordOf(by.prisma, userId, password)
      return { userId, passwordHash: await hashPassword(good) }
    }),
  )
  await revocation(by.prisma, async (tx) => {
    for (const { userId, passwordHash } of hashed) {
      await storePassword(tx, by.actor, userId, passwordHash)
      await markProved(tx, userId)
    }
  })
}
