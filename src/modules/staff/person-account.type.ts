import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { EnvironmentType } from '../../schema/enums.ts'
import { derivedId, instant } from '../../schema/fields.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { notFound } from '../../values/ids.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { addHistory } from '../audit/audit.type.ts'
import { recordStaffReads } from '../audit/staff-reads.writes.ts'
import { listMemberships, MembershipType } from '../viewer/person.type.ts'
import { type PersonAccount, readPersonAccount } from './person-account.reads.ts'

interface ShownAccount extends PersonAccount {
  readonly loaders: PageLoaders
}

export const PersonAccountType = builder.objectRef<ShownAccount>('PersonAccount').implement({
  description: 'The account of a person, for staff. It has nothing of a portfolio.',
  fields: (t) => ({
    id: derivedId(t, 'account', 'An id of this object. It is not that of the user.'),
    userId: t.exposeID('id', { description: 'user_ and a ULID.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    email: t.exposeString('email', { description: 'The address with which the person signs in.' }),
    isStaff: t.exposeBoolean('isStaff', {
      description: 'Whether the person belongs to the staff.',
    }),
    environment: t.expose('environment', {
      description: 'That of the portfolio. Null for a person without one.',
      type: EnvironmentType,
      nullable: true,
    }),
    isProved: t.exposeBoolean('isProved', {
      description: 'Whether a link that only the mailbox got was used.',
    }),
    hasPassword: t.exposeBoolean('hasPassword', { description: 'Whether a password is set.' }),
    isLockedOut: t.exposeBoolean('isLockedOut', {
      description: 'Whether the person is locked out, and was not invited again since.',
    }),
    hasSecondFactor: t.exposeBoolean('hasSecondFactor', {
      description: 'Whether signing in needs a code.',
    }),
    passkeyCount: t.exposeInt('passkeyCount', { description: 'The number of passkeys.' }),
    sessionCount: t.exposeInt('sessionCount', {
      description: 'The number of sessions that have not expired.',
    }),
    createdAt: instant(t, 'createdAt', 'The instant at which the account was created.'),
    lastSignInAt: t.expose('lastSignInAt', {
      description: 'The last sign-in of the last 400 days. Null: there was none.',
      type: 'DateTime',
      nullable: true,
    }),
    invitedUntil: t.expose('invitedUntil', {
      description: 'The end of an invitation that was not accepted yet.',
      type: 'DateTime',
      nullable: true,
    }),
    erasedAt: t.expose('erasedAt', {
      description: 'The instant at which the data of the client was erased.',
      type: 'DateTime',
      nullable: true,
    }),
    memberships: t.field({
      description: 'The firms that the person belongs to.',
      type: [MembershipType],
      resolve: (account, _args, context) => listMemberships(account, context),
    }),
  }),
})

addHistory(PersonAccountType, 'The actions on the account, newest first.')

builder.queryField('personAccount', (t) =>
  t.field({
    type: PersonAccountType,
    authScopes: { staff: true },
    description: 'The account of a person, for staff. It is recorded as read.',
    args: { userId: t.arg.id({ description: 'The id of the user.', required: true }) },
    resolve: async (_root, { userId }, context) => {
      const account = await findAccount(userId, context)
      await recordStaffReads([userId], 'person.read', requirePerson(context), context)
      return account
    },
  }),
)

/** The account of a person. Throws `record_not_found`. The caller must have been checked: only staff. */
export async function findAccount(userId: string, context: Context): Promise<ShownAccount> {
  const { database, request } = context
  const row = await readPersonAccount(database.prisma, userId, request.now)
  if (!row) throw notFound('user')
  return { ...row, loaders: new PageLoaders() }
}
