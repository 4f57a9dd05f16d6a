import type { Role } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { EnvironmentType } from '../../schema/enums.ts'
import { derivedId } from '../../schema/fields.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { readMemberships } from '../firms/firm.reads.ts'
import { type Firm, FirmType, firmMapper } from '../firms/firm.type.ts'
import { MemberRoleType } from '../firms/member.type.ts'
import { type PersonDetails, readPerson } from '../people/person.reads.ts'
import { ViewerType } from './viewer.type.ts'

interface Membership {
  readonly userId: string
  readonly role: Role
  readonly firm: Firm
}

export const MembershipType = builder.objectRef<Membership>('Membership').implement({
  description: 'The membership of a person in a firm.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the person and the firm together.',
      resolve: ({ userId, firm }) => `${userId}:${firm.id}:membership`,
    }),
    role: t.expose('role', { description: 'The role in the firm.', type: MemberRoleType }),
    firm: t.expose('firm', { description: 'The firm.', type: FirmType }),
  }),
})

const PersonType = builder.objectRef<PersonDetails>('Person').implement({
  description: 'The person who calls.',
  fields: (t) => ({
    id: derivedId(t, 'person', 'An id of this object. It is not that of the user.'),
    userId: t.exposeID('id', { description: 'user_ and a ULID.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    email: t.exposeString('email', { description: 'The address with which the person signs in.' }),
    isStaff: t.exposeBoolean('isStaff', { description: 'Whether it can read every portfolio.' }),
    hasPortfolio: t.boolean({
      description: 'Whether the person is a client.',
      resolve: ({ environment }) => environment !== null,
    }),
    environment: t.expose('environment', {
      type: EnvironmentType,
      nullable: true,
      description: 'That of the portfolio.',
    }),
    memberships: t.field({
      description: 'The firms that the person belongs to.',
      type: [MembershipType],
      resolve: (person, _args, context) => listMemberships(person, context),
    }),
  }),
})

builder.objectField(ViewerType, 'person', (t) =>
  t.field({
    type: PersonType,
    nullable: true,
    authScopes: { person: true },
    unauthorizedResolver: () => null,
    description: 'The person of a portal session. Null for a key and for an access token.',
    resolve: (_caller, _args, context) =>
      readPerson(context.database.prisma, requirePerson(context).userId),
  }),
)

/** The firms of a person, with the role in each. */
export async function listMemberships(
  { id }: Pick<PersonDetails, 'id'>,
  context: Context,
): Promise<Membership[]> {
  const rows = await readMemberships(context.database.prisma, id)
  const toFirm = firmMapper()
  return rows.map((row) => ({ userId: id, role: row.role, firm: toFirm(row.firm) }))
}
