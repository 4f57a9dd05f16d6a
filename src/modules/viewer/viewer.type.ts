import { type AreaCaller, allowanceOf } from '../../access/caller.ts'
import { SCOPES, type Scope } from '../../access/scopes.ts'
import { requireCaller } from '../../schema/auth-scopes.ts'
import { builder } from '../../schema/builder.ts'
import {
  EnvironmentType,
  enumValues,
  ScopeType,
  TierType,
  TokenScopeType,
} from '../../schema/enums.ts'
import { NEWEST_VERSION } from '../../versions.ts'
import { FirmType, firmOf } from '../firms/firm.type.ts'

const CallerKind = builder.enumType('CallerKind', {
  description: 'The kind of caller.',
  values: enumValues({
    partner: 'An API key of a firm.',
    user: 'A person.',
    staff: 'A person of the platform, who can read every portfolio.',
  }),
})

export const ViewerType = builder.objectRef<AreaCaller>('Viewer').implement({
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
