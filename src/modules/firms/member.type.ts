import { builder, type Context, derivedId, instant } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { readerOf, recordStaffReads } from '../audit/acting-person.ts'
import { requireFirm } from './firm.reads.ts'
import { isAdminOf } from './firm-roles.ts'
import {
  type MemberDetails,
  type PendingInvitation,
  readInvitations,
  readMembers,
} from './member.reads.ts'

export const MemberRoleType = enumType(
  'MemberRole',
  'The role of a member of a firm. Each role also has the rights of those after it.',
  {
    admin: 'Manages the keys, the grants and the members of the firm.',
    developer:
      'Manages the sandbox keys of the firm, with their webhooks and connection links, and runs scenarios.',
    member: 'Sees the keys of the firm, the requests in their logs, and its members.',
  },
)

// Members do not learn how far the accounts of others are set up.
interface ShownMember extends Omit<MemberDetails, 'canSignIn' | 'isProved'> {
  readonly canSignIn: boolean | null
  readonly isProved: boolean | null
}

export const FirmMemberType = builder.objectRef<ShownMember>('FirmMember').implement({
  description: 'A member of a firm.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the person and the firm together.',
      resolve: ({ userId, firmId }) => `${userId}:${firmId}`,
    }),
    userId: t.exposeID('userId', { description: 'The id of the person.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    email: t.exposeString('email', { description: 'The address with which the person signs in.' }),
    role: t.expose('role', { description: 'The role in the firm.', type: MemberRoleType }),
    joinedAt: instant(t, 'joinedAt', 'The instant at which the person became a member.'),
    canSignIn: t.exposeBoolean('canSignIn', {
      nullable: true,
      description: 'Whether the person has set a password. For admins and staff, else null.',
    }),
    isProved: t.exposeBoolean('isProved', {
      nullable: true,
      description:
        'Whether a link that only the mailbox of the address got was used, or an operator created the account. Until then it joins no other firm. For admins and staff, else null.',
    }),
  }),
})

export const MemberInvitationType = builder
  .objectRef<PendingInvitation>('MemberInvitation')
  .implement({
    description: 'An invitation to a firm that has not been accepted.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'invitation_ and a ULID.' }),
      name: t.exposeString('name', { description: 'As the admin wrote it.' }),
      email: t.exposeString('email', { description: 'The address that is invited.' }),
      role: t.expose('role', {
        description: 'The role that they will have.',
        type: MemberRoleType,
      }),
      invitedBy: t.exposeString('invitedBy', { description: 'The name of the admin.' }),
      createdAt: instant(t, 'createdAt', 'The instant of the invitation.'),
      expiresAt: instant(t, 'expiresAt', 'The instant from which it cannot be accepted.'),
    }),
  })

interface FirmMembers {
  readonly id: string
  readonly members: readonly ShownMember[]
  readonly invitations: PendingInvitation[] | null
}

const FirmMembersType = builder.objectRef<FirmMembers>('FirmMembers').implement({
  description: 'The members of a firm.',
  fields: (t) => ({
    id: derivedId(t, 'members', 'Identifies the firm and its members together.'),
    members: t.expose('members', {
      description: 'Admins first, then developers, each part by name.',
      type: [FirmMemberType],
    }),
    invitations: t.expose('invitations', {
      description: 'Those that can be accepted, newest first. For admins and staff, else null.',
      type: [MemberInvitationType],
      nullable: true,
    }),
  }),
})

builder.queryField('firmMembers', (t) =>
  t.field({
    type: FirmMembersType,
    description:
      'The members of a firm, for all of them and for staff. Each is recorded as read by staff.',
    args: { firmId: t.arg.id({ description: 'The id of the firm.', required: true }) },
    resolve: async (_root, { firmId }, context) => {
      const reader = readerOf(context)
      const { prisma, person, now } = reader
      await requireFirm(reader, firmId)
      const manages = person.isStaff || (await isAdminOf(reader, firmId))
      const members = await readMembers(prisma, firmId)
      const colleagues = members.map((each) => ({ ...each, canSignIn: null, isProved: null }))
      if (!manages) return { id: firmId, members: colleagues, invitations: null }
      const invitations = await readInvitations(prisma, firmId, now)
      if (person.isStaff) await recordReads(members, invitations, context)
      return { id: firmId, members, invitations }
    },
  }),
)

// A person who is invited may have an account already.
async function recordReads(
  members: readonly MemberDetails[],
  invitations: readonly PendingInvitation[],
  context: Context,
): Promise<void> {
  const where = { email: { in: invitations.map(({ email }) => email) } }
  const invited = await context.database.prisma.user.findMany({ where, select: { id: true } })
  const userIds = [...members.map(({ userId }) => userId), ...invited.map(({ id }) => id)]
  await recordStaffReads(userIds, 'person.read', context)
}
