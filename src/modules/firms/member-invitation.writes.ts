import { z } from 'zod'
import { createSecret } from '../../access/secret.ts'
import { revocation, type Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import type { PrismaClient, Role } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../values/durations.ts'
import { createId, isId } from '../../values/ids.ts'
import { parseName } from '../../values/text-rules.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { addMail } from '../mails/mail.writes.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { parseEmail } from '../people/email.ts'
import { hashInvitationToken } from '../people/password.writes.ts'
import type { NewPerson } from '../people/person.writes.ts'
import { lockFirm } from './firm-plan.ts'

const LIFETIME_MS = 7 * DAY_MS
const MAX_MEMBERS = 500

interface NewMemberInvitation extends NewPerson {
  readonly firmId: string
  readonly role: Role
  /** The admin who invites. */
  readonly invitedBy: string
  /** Whether the link is mailed to the address and shown to nobody. */
  readonly mailed: boolean
}

/**
 * Invites a person to a firm, with a link that works once, within seven days. Whether the email has an account is not
 * revealed. An earlier invitation of the email ends. The token is returned only here; it is null if the link is mailed.
 * Throws `invalid_parameter`, `record_not_found`, and `state_conflict` for a member of the firm.
 */
export async function inviteMember(by: Action, input: NewMemberInvitation) {
  const { firmId, role, invitedBy, mailed } = input
  const { secret: token, hash: tokenHash } = createSecret('invitation')
  const [email, name] = [parseEmail(input.email), parseName(input.name)]
  return act(by, async (tx, now) => {
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    const subject = createId('invitation')
    const sent = { id: subject, firmId, email, name, role, invitedBy, mailed }
    const invitation = { ...sent, createdAt: now, expiresAt }
    await lockFirm(tx, firmId)
    await requireRoom(tx, invitation)
    await tx.memberInvitation.deleteMany({ where: { firmId, email } })
    await tx.memberInvitation.createMany({ data: { ...invitation, tokenHash } })
    const details = { name, role, expires_at: expiresAt.toISOString() }
    await recordEvent(tx, by.actor, { action: 'member.invited', subject, firmId, details })
    if (!mailed) return { ...invitation, token }
    const about = { invitationId: subject }
    const mail = { kind: 'member_invitation', email, firmId, about } as const
    await addMail(tx, mail, now)
    // Nobody knows the stored token: the mail gets a new token when it is sent.
    return { ...invitation, token: null }
  })
}

const About = z.object({ invitationId: z.string() })

/** Creates the link of an invitation to a firm and writes its mail, unless the invitation has ended. */
export const writeMemberInvitation: MailWriter = async ({ about }, context) => {
  const { prisma, urlOf, now, words } = context
  const { invitationId: id } = About.parse(about)
  const where = { id, mailed: true, expiresAt: { gt: now } }
  const { secret, hash: tokenHash } = createSecret('invitation')
  const { count } = await prisma.memberInvitation.updateMany({ where, data: { tokenHash } })
  const invitation = count > 0 && (await findMemberInvitation(prisma, secret, now))
  if (!invitation) return null
  const { email, firmName, expiresAt } = invitation
  const { t, time } = words
  // The mail contains no text from the admin who invites. Otherwise an admin could send any text to any address.
  return words.letter(email, 'Your invitation to a firm on Orangery', [
    t('you are invited to the account of a firm on Orangery. Use this link to accept:'),
    urlOf(`/invitation/${secret}`),
    [[t('Firm'), firmName]],
    [
      t('The link works once, until {time}. It replaces any earlier link.', {
        time: time(expiresAt),
      }),
      t('If you do not know the firm, ignore this mail. Do not share the link.'),
    ].join('\n'),
  ])
}

async function requireRoom(
  tx: Transaction,
  { firmId, email, createdAt }: { firmId: string; email: string; createdAt: Date },
): Promise<void> {
  if ((await tx.member.count({ where: { firmId, user: { email } } })) > 0)
    throw stateConflict('This person is a member of the firm already.')
  const members = await tx.member.count({ where: { firmId } })
  // One that has expired is not shown, so nobody could remove it.
  const others = { firmId, email: { not: email }, expiresAt: { gt: createdAt } }
  const invited = await tx.memberInvitation.count({ where: others })
  if (members + invited < MAX_MEMBERS) return
  throw stateConflict(`A firm has at most ${MAX_MEMBERS} members and invitations: remove one.`)
}

/** Withdraws an invitation: its link stops working. Idempotent. Throws `record_not_found` for the firm. */
export async function withdrawInvitation(
  by: Action,
  { firmId, invitationId }: { readonly firmId: string; readonly invitationId: string },
): Promise<void> {
  if (!isId('invitation', invitationId)) return
  await revocation(by.prisma, async (tx) => {
    await lockFirm(tx, firmId)
    const where = { id: invitationId, firmId }
    const found = await tx.memberInvitation.findFirst({ where, select: { name: true } })
    if (!found) return
    await tx.memberInvitation.deleteMany({ where })
    const event = { action: 'member.invitation_withdrawn', subject: invitationId, firmId } as const
    await recordEvent(tx, by.actor, { ...event, details: found })
  })
}

/** An invitation to a firm, for the holder of its link. `mailed`: only the mailbox of the address got the link. */
export type OpenedInvitation = NonNullable<Awaited<ReturnType<typeof findMemberInvitation>>>

/**
 * The invitation to a firm that a token opens. Null if there is none: it was used, withdrawn or replaced, has expired,
 * or its sender has lost the role of an admin. Throws `invalid_invitation` for a text that is not a token.
 */
export async function findMemberInvitation(
  prisma: PrismaClient | Transaction,
  token: string,
  now: Date,
) {
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

/** Whether an email has an account. Only the holder of a link that was mailed to it may learn this. */
export async function hasAccount(prisma: PrismaClient, email: string): Promise<boolean> {
  return (await prisma.user.count({ where: { email } })) > 0
}
