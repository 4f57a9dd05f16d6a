import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { ScopeType } from '../../schema/enums.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { type OpenedRequest, openLink } from './consent-request.reads.ts'
import { findActiveGrant } from './grant.reads.ts'
import { GrantKeyType, grantMapper, PartnerGrantType } from './grant.type.ts'

const RefusalType = builder.enumType('ConnectionRefusal', {
  description: 'Why a connection link cannot be approved by who opened it.',
  values: {
    no_portfolio: { description: 'Whoever opened it has no portfolio.' },
    other_environment: { description: 'The key reads portfolios of the other environment.' },
    key_ended: { description: 'The key has expired or was revoked.' },
    link_expired: { description: 'The link is older than 30 days.' },
    link_ended: {
      description: 'Whoever made the link is no longer an admin of the firm, or was locked out.',
    },
    plan_lapsed: { description: 'The firm has no active Enterprise plan.' },
  } as const,
})

const ConnectionRequestType = builder.objectRef<OpenedRequest>('ConnectionRequest').implement({
  description: 'What a connection link says, to the client who opened it.',
  fields: (t) => ({
    key: t.expose('key', { type: GrantKeyType }),
    scopes: t.field({ type: [ScopeType], resolve: ({ scopes }) => scopes }),
    purpose: t.exposeString('purpose', { description: 'In the words of the firm.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    refusal: t.expose('refusal', {
      type: RefusalType,
      nullable: true,
      description: 'Null: it may be approved.',
    }),
    activeGrant: t.field({
      type: PartnerGrantType,
      nullable: true,
      description: "This client's, to this key.",
      resolve: ({ keyId }, _args, context) => findOwnGrant(keyId, context),
    }),
  }),
})

builder.queryField('connectionRequest', (t) =>
  t.field({
    type: ConnectionRequestType,
    authScopes: { person: true },
    args: { link: t.arg.string({ required: true }) },
    resolve: (_root, { link }, context) => openLink(link, requirePerson(context).userId, context),
  }),
)

async function findOwnGrant(keyId: string, context: Context) {
  const { userId } = requirePerson(context)
  const row = await findActiveGrant(poolOf(context), userId, keyId, context.request.now)
  return row && grantMapper()(row)
}
