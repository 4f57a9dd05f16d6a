import { createId } from '../../access/ids.ts'
import { createSecret } from '../../access/secret.ts'
import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { PrismaClient, Role } from '../../generated/prisma/client.ts'
import { parseName } from '../../values/name.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { parseEmail } from '../people/email.ts'
import type { NewPerson } from '../people/person.writes.ts'
import { lockFirm } from './firm-plan.ts'

const LIFETIME_MS = 7 * 86_400_000
/** Members and invitations of a firm together. */
const MAX_MEMBERS = 500

export interface NewMemberInvitation extends NewPerson {
  readonly firmId: string
  readonly role: Role
  /** The admin who invites. */
  readonly invitedBy: string
}

/**
 * Invites a person to a firm, with a link that works once, within seven days. Whether the email has an
 * account is not revealed. An earlier invitation of the email ends. The token is shown only here.
 * Throws `invalid_parameter`, `record_not_found`, and `state_conflict` for a member of the firm.
 */
export async function inviteMember(
  prisma: PrismaClient,
  actor: Actor,
  input: NewMemberInvitation,
  now: Date = new Date(),
) {
  const { firmId, role, invitedBy } = input
  const { secret: token, hash: tokenHash } = createSecret('invitation')
  const invitation = {
    id: createId('invitation'),
    firmId,
    email: parseEmail(input.email),
    name: parseName(input.name),
    role,
    invitedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  }
  return change(prisma, async (tx) => {
    const { name: firmName } = await lockFirm(tx, firmId)
    await requireRoom(tx, invitation)
    await tx.memberInvitation.deleteMany({ where: { firmId, email: invitation.email } })
    await tx.memberInvitation.createMany({ data: { ...invitation, tokenHash } })
    const { id: subject, name, expiresAt } = invitation
    const details = { name, role, expires_at: expiresAt.toISOString() }
    await recordEvent(tx, { actor, action: 'member.invited', subject, firmId, details })
    return { ...invitation, firmName, token }
  })
}

async function requireRoom(
  tx: Transaction,
  { firmId, email }: { readonly firmId: string; readonly email: string },
): Promise<void> {
  if ((await tx.member.count({ where: { firmId, user: { email } } })) > 0)
    throw new GatewayError('state_conflict', 'This person is a member of the firm already.')
  const members = await tx.member.count({ where: { firmId } })
  const invited = await tx.memberInvitation.count({ where: { firmId, email: { not: email } } })
  if (members + invited < MAX_MEMBERS) return
  throw new GatewayError(
    'state_conflict',
    `A firm has at most ${MAX_MEMBERS} members and invitations. Remove one first.`,
  )
}

/** Withdraws an invitation, whose link then does not work. Idempotent: without it no event is recorded. Throws `record_not_found` for the firm. */
export async function withdrawInvitation(
  prisma: PrismaClient,
  actor: Actor,
  { firmId, invitationId }: { readonly firmId: string; readonly invitationId: string },
): Promise<void> {
  await change(prisma, async (tx) => {
    await lockFirm(tx, firmId)
    const where = { id: invitationId, firmId }
    const found = await tx.memberInvitation.findFirst({ where, select: { name: true } })
    if (!found) return
    await tx.memberInvitation.deleteMany({ where })
    const action = 'member.invitation_withdrawn'
    await recordEvent(tx, { actor, action, subject: invitationId, firmId, details: { ...found } })
  })
}
