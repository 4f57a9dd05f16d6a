import { builder, derivedId, inputArg } from '../../schema/builder.ts'
import { beginAction } from '../audit/acting-person.ts'
import { requireAdmin } from './firm-roles.ts'
import { type MemberDetails, type PendingInvitation, readMember } from './member.reads.ts'
import { FirmMemberType, MemberInvitationType, MemberRoleType } from './member.type.ts'
import { removeMember, setRole } from './member.writes.ts'
import { inviteMember, withdrawInvitation } from './member-invitation.writes.ts'

const INVITATIONS_A_MINUTE = 10
const CHANGES_A_MINUTE = 30

interface SentInvitation {
  readonly invitation: PendingInvitation
  readonly path: string | null
}

const SentInvitationType = builder.objectRef<SentInvitation>('SentInvitation').implement({
  description: 'A new invitation, and how it reaches the person.',
  fields: (t) => ({
    invitation: t.expose('invitation', {
      description: 'The invitation.',
      type: MemberInvitationType,
    }),
    path: t.exposeString('path', {
      nullable: true,
      description:
        'The link, relative to the address of the portal, for the admin to pass on. Shown only once, and only where no mail is sent. Null: it is mailed.',
    }),
  }),
})

interface RemovedMember {
  readonly id: string
  readonly name: string
  /** The keys to roll or revoke. */
  readonly keyIds: readonly string[]
}

export const RemovedMemberType = builder.objectRef<RemovedMember>('RemovedMember').implement({
  description: 'A person who was removed from a firm.',
  fields: (t) => ({
    id: derivedId(t, 'removed', 'An id of this object. It is not that of the user.'),
    name: t.exposeString('name', { description: 'The name of the person.' }),
  }),
})

const NewMemberInput = builder.inputType('NewMember', {
  description: 'A person to invite to a firm.',
  fields: (t) => ({
    firmId: t.id({ description: 'The firm.', required: true }),
    name: t.string({ description: '1 to 200 characters.', required: true }),
    email: t.string({ description: 'The address of the person.', required: true }),
    role: t.field({ description: 'The role in the firm.', type: MemberRoleType, required: true }),
  }),
})

const MemberRoleChangeInput = builder.inputType('MemberRoleChange', {
  description: 'A new role of a member.',
  fields: (t) => ({
    firmId: t.id({ description: 'The firm.', required: true }),
    userId: t.id({ description: 'The member.', required: true }),
    role: t.field({ description: 'The new role.', type: MemberRoleType, required: true }),
  }),
})

builder.mutationFields((t) => ({
  inviteMember: t.field({
    type: SentInvitationType,
    description:
      'Invites a person to a firm, for seven days, in place of an earlier invitation of that address. For its admins; no plan is needed.',
    args: inputArg(t.arg, NewMemberInput, 'Whom to invite.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, INVITATIONS_A_MINUTE)
      await requireAdmin(by, input.firmId)
      const invitation = { ...input, invitedBy: by.person.userId, mailed: context.sendsMail }
      const { token, ...sent } = await inviteMember(by, invitation)
      const path = token === null ? null : `/invitation/${token}`
      return { invitation: { ...sent, invitedBy: by.person.name }, path }
    },
  }),
  withdrawMemberInvitation: t.boolean({
    description:
      'Withdraws an invitation to a firm. For its admins. Idempotent: repeating it returns the same result.',
    args: {
      firmId: t.arg.id({ description: 'The firm.', required: true }),
      invitationId: t.arg.id({ description: 'The id of the invitation.', required: true }),
    },
    resolve: async (_root, of, context, info) => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireAdmin(by, of.firmId)
      await withdrawInvitation(by, of)
      return true
    },
  }),
  setMemberRole: t.field({
    type: FirmMemberType,
    description:
      'Sets the role of a member. A member who loses rights by it is signed out. The last admin stays one. For the admins of the firm; idempotent.',
    args: inputArg(t.arg, MemberRoleChangeInput, 'The new role.'),
    resolve: async (_root, { input }, context, info): Promise<MemberDetails> => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireAdmin(by, input.firmId)
      await setRole(by, input)
      return readMember(by.prisma, input.firmId, input.userId)
    },
  }),
  removeMember: t.field({
    type: RemovedMemberType,
    description:
      'Removes a member from the firm and signs them out. The last admin cannot be removed. For the admins of the firm.',
    args: {
      firmId: t.arg.id({ description: 'The firm.', required: true }),
      userId: t.arg.id({ description: 'The member.', required: true }),
    },
    resolve: async (_root, of, context, info): Promise<RemovedMember> => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireAdmin(by, of.firmId)
      const { userId, name, keys } = await removeMember(by, of)
      // Persons who removed themselves no longer see any key of the firm.
      return { id: userId, name, keyIds: userId === by.person.userId ? [] : keys }
    },
  }),
}))
