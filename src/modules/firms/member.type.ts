import type { Person } from '../../access/caller.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import {
  type MemberDetails,
  type PendingInvitation,
  readInvitations,
  readMembers,
  requireMemberReader,
} from './member.reads.ts'

/** The role of a member, in the schema. */
export const MemberRoleType = builder.enumType('MemberRole', {
  description: "An admin manages the firm's keys and members.",
  values: enumValues({
    admin: 'Manages the keys and the members of the firm.',
    member: 'Sees the keys of the firm.',
  }),
})

/** A member of a firm, in the schema. */
export const FirmMemberType = builder.objectRef<MemberDetails>('FirmMember').implement({
  description: 'A member of a firm, as its admins and staff see them.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the person and the firm together.',
      resolve: ({ userId, firmId }) => `${userId}:${firmId}`,
    }),
    userId: t.exposeID('userId', { description: 'The id of the person.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    email: t.exposeString('email', { description: 'The address with which the person signs in.' }),
    role: t.expose('role', {
      description: 'What the person may do in the firm.',
      type: MemberRoleType,
    }),
    joinedAt: t.expose('joinedAt', {
      description: 'The instant at which the person became a member.',
      type: 'DateTime',
    }),
    canSignIn: t.exposeBoolean('canSignIn', {
      description: 'Whether the person has set a password.',
    }),
    isProved: t.exposeBoolean('isProved', {
      description:
        'Whether a link that only the mailbox of the address got was used, or an operator created the account. Until then it joins no other firm.',
    }),
  }),
})

/** An invitation to a firm, in the schema. */
export const MemberInvitationType = builder
  .objectRef<PendingInvitation>('MemberInvitation')
  .implement({
    description: 'An invitation to a firm that has not been accepted.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'invitation_ and a ULID.' }),
      name: t.exposeString('name', { description: 'As the admin wrote it.' }),
      email: t.exposeString('email', { description: 'The address that is invited.' }),
      role: t.expose('role', {
        description: 'The role that the person will have.',
        type: MemberRoleType,
      }),
      invitedBy: t.exposeString('invitedBy', { description: 'The name of the admin.' }),
      createdAt: t.expose('createdAt', {
        description: 'The instant of the invitation.',
        type: 'DateTime',
      }),
      expiresAt: t.expose('expiresAt', {
        description: 'The instant from which it cannot be accepted.',
        type: 'DateTime',
      }),
    }),
  })

interface FirmMembers {
  readonly firmId: string
  readonly members: readonly MemberDetails[]
  readonly invitations: readonly PendingInvitation[]
}

const FirmMembersType = builder.objectRef<FirmMembers>('FirmMembers').implement({
  description: 'Who belongs to a firm.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the firm and its members together.',
      resolve: ({ firmId }) => `${firmId}:members`,
    }),
    members: t.field({
      description: 'Admins first, both parts by name.',
      type: [FirmMemberType],
      resolve: ({ members }) => [...members],
    }),
    invitations: t.field({
      description: 'Those that can be accepted, newest first.',
      type: [MemberInvitationType],
      resolve: ({ invitations }) => [...invitations],
    }),
  }),
})

builder.queryField('firmMembers', (t) =>
  t.field({
    type: FirmMembersType,
    authScopes: { person: true },
    description:
      'The members of a firm, for its admins and for staff. Each is recorded as read by staff.',
    args: { firmId: t.arg.id({ description: 'The id of the firm.', required: true }) },
    resolve: async (_root, { firmId }, context) => {
      const { prisma } = context.database
      const person = requirePerson(context)
      await requireMemberReader(prisma, person, firmId)
      const members = await readMembers(prisma, firmId)
      const invitations = await readInvitations(prisma, firmId, context.request.now)
      const found = { firmId, members, invitations }
      await recordReads(found, person, context)
      return found
    },
  }),
)

// A person who is invited may have an account already.
async function recordReads(
  { members, invitations }: FirmMembers,
  person: Person,
  context: Context,
): Promise<void> {
  if (!person.isStaff) return
  const where = { email: { in: invitations.map(({ email }) => email) } }
  const invited = await context.database.prisma.user.findMany({ where, select: { id: true } })
  const userIds = [...members.map(({ userId }) => userId), ...invited.map(({ id }) => id)]
  await recordStaffReads(userIds, 'person.read', person, context)
}
