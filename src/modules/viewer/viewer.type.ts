import { type AreaCaller, allowanceOf } from '../../access/caller.ts'
import { SCOPES, type Scope } from '../../access/scopes.ts'
import { requireCaller } from '../../schema/auth-scopes.ts'
import { builder, type Context, derivedId, type Fields } from '../../schema/builder.ts'
import {
  EnvironmentType,
  enumType,
  ScopeType,
  TierType,
  TokenScopeType,
} from '../../schema/enums.ts'
import { NEWEST_VERSION } from '../../versions.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { readMemberships } from '../firms/firm.reads.ts'
import { FirmType, firmMapper, firmOf } from '../firms/firm.type.ts'
import { MemberRoleType } from '../firms/member.type.ts'
import { type PersonDetails, readPerson } from '../people/person.reads.ts'

const CallerKind = enumType('CallerKind', 'The kind of caller.', {
  partner: 'An API key of a firm.',
  user: 'A person.',
  staff: 'A person of the platform, who can read every portfolio.',
})

const ViewerType = builder.objectRef<AreaCaller>('Viewer').implement({
  description: 'The caller.',
  fields: (t) => ({
    kind: t.field({
      description: 'The kind of caller.',
      type: CallerKind,
      resolve: (caller) => {
        if (caller.kind === 'partner') return 'partner'
        return caller.isStaff ? 'staff' : 'user'
      },
    }),
    id: t.id({
      description: 'The id of the key. Of a person it is not that of the user.',
      resolve: (caller) => (caller.kind === 'partner' ? caller.keyId : `${caller.userId}:viewer`),
    }),
    name: t.string({
      description: 'The name of the key or of the person.',
      resolve: (caller) => (caller.kind === 'partner' ? caller.keyName : caller.name),
    }),
    firm: t.field({
      description: 'The firm of the key. Null for a person.',
      type: FirmType,
      nullable: true,
      resolve: (caller) => (caller.kind === 'partner' ? firmOf(caller.firm) : null),
    }),
    environment: t.field({
      description: 'The environment of the key. Null for a person.',
      type: EnvironmentType,
      nullable: true,
      resolve: (caller) => (caller.kind === 'partner' ? caller.environment : null),
    }),
    tier: t.field({
      description: 'The rate limit.',
      type: TierType,
      resolve: (caller) => {
        if (caller.kind === 'user') return 'standard'
        return caller.environment === 'sandbox' ? 'sandbox' : caller.tier
      },
    }),
    requestsPerMinute: t.int({
      description: 'The limit of requests in a minute.',
      resolve: (caller) => allowanceOf(caller).limit,
    }),
    scopes: t.field({
      type: [ScopeType],
      description:
        'The scopes that the caller may see: those of the key; for a person all scopes, of their own portfolio; for an access token all scopes if it has portfolio_read, otherwise none.',
      resolve: portfolioScopesOf,
    }),
    tokenScopes: t.field({
      type: [TokenScopeType],
      nullable: true,
      description: 'The scopes of the access token; null for any other credential.',
      resolve: (caller) =>
        caller.kind === 'user' && caller.by.kind === 'token' ? caller.by.scopes : null,
    }),
    version: t.string({
      description:
        'The newest version of the REST interface. Its data have the form of this schema.',
      resolve: () => NEWEST_VERSION,
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description: 'The caller, and the rights of the caller.',
    skipTypeScopes: true,
    authScopes: { caller: true },
    resolve: (_root, _args, context) => requireCaller(context),
  }),
)

function portfolioScopesOf(caller: AreaCaller): readonly Scope[] {
  if (caller.kind === 'partner') return [...caller.scopes]
  const { by } = caller
  return by.kind === 'token' && !by.scopes.includes('portfolio:read') ? [] : SCOPES
}

type Membership = Awaited<ReturnType<typeof listMemberships>>[number]

const MembershipType = builder.objectRef<Membership>('Membership').implement({
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

/** The fields that tell who a person is. */
export function nameFields(t: Fields<Pick<PersonDetails, 'id' | 'name' | 'email' | 'isStaff'>>) {
  return {
    userId: t.exposeID('id', { description: 'user_ and a ULID.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    email: t.exposeString('email', { description: 'The address with which the person signs in.' }),
    isStaff: t.exposeBoolean('isStaff', {
      description: 'Whether the person belongs to the staff, who can read every portfolio.',
    }),
  }
}

/** The fields of an account that its person and the staff see. */
export function personFields(t: Fields<PersonDetails>) {
  return {
    ...nameFields(t),
    environment: t.expose('environment', {
      description: 'That of the portfolio. Null for a person without one.',
      type: EnvironmentType,
      nullable: true,
    }),
    memberships: t.field({
      description: 'The firms that the person belongs to.',
      type: [MembershipType],
      resolve: (person, _args, context) => listMemberships(person.id, context),
    }),
  }
}

const PersonType = builder.objectRef<PersonDetails>('Person').implement({
  description: 'The person who calls.',
  fields: (t) => ({
    id: derivedId(t, 'person', 'An id of this object. It is not that of the user.'),
    ...personFields(t),
    hasPortfolio: t.boolean({
      description: 'Whether the person is a client.',
      resolve: ({ environment }) => environment !== null,
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

async function listMemberships(userId: string, context: Context) {
  const rows = await readMemberships(context.database.prisma, userId)
  const toFirm = firmMapper()
  return rows.map(({ role, firm }) => ({ userId, role, firm: toFirm(firm) }))
}
