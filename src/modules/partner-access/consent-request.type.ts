import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { ScopeType } from '../../schema/enums.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { recordVisit } from './connection-link.writes.ts'
import { type OpenedRequest, openLink } from './consent-request.reads.ts'
import { findActiveGrant } from './grant.reads.ts'
import { GrantKeyType, grantMapper, PartnerGrantType } from './grant.type.ts'

const ProblemType = builder.enumType('ConnectionProblem', {
  description: 'Why the client who opened a connection link cannot approve it.',
  values: {
    no_portfolio: { description: 'The user who opened it has no portfolio.' },
    other_environment: { description: 'The key reads portfolios of the other environment.' },
    key_ended: { description: 'The key has expired or was revoked.' },
    link_revoked: { description: 'The firm has revoked the link.' },
    link_used: { description: 'The link was for single use, and a client has approved it.' },
    link_expired: { description: 'The link is older than 30 days.' },
    link_ended: {
      description:
        'The user who created the link is no longer an admin of the firm, or was locked out.',
    },
    plan_lapsed: { description: 'The firm has no active Enterprise plan.' },
  } as const,
})

const ConnectionRequestType = builder.objectRef<OpenedRequest>('ConnectionRequest').implement({
  description: 'The request in a connection link, for the client who opened it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the link.' }),
    key: t.expose('key', { description: 'The key that asks.', type: GrantKeyType }),
    scopes: t.field({
      description: 'The scopes that the firm asks for.',
      type: [ScopeType],
      resolve: ({ scopes }) => scopes,
    }),
    purpose: t.exposeString('purpose', { description: 'As stated by the firm.' }),
    singleUse: t.exposeBoolean('singleUse', { description: 'Whether the first approval ends it.' }),
    expiresAt: t.expose('expiresAt', {
      description: 'The instant from which the link cannot be approved.',
      type: 'DateTime',
    }),
    problem: t.expose('problem', {
      type: ProblemType,
      nullable: true,
      description: 'Null if the request can be approved.',
    }),
    activeGrant: t.field({
      type: PartnerGrantType,
      nullable: true,
      description: "The client's active grant to this key.",
      resolve: ({ keyId }, _args, context) => findOwnGrant(keyId, context),
    }),
  }),
})

builder.queryField('connectionRequest', (t) =>
  t.field({
    type: ConnectionRequestType,
    description: 'What a connection link asks for. The firm sees that the client opened it.',
    authScopes: { person: true },
    args: {
      link: t.arg.string({ description: 'The last part of the path of the link.', required: true }),
    },
    resolve: (_root, { link }, context) => openAndRecord(link, context),
  }),
)

// The firm sees which clients opened its link. Whoever could not approve it anyway is not recorded.
async function openAndRecord(link: string, context: Context): Promise<OpenedRequest> {
  const clientId = requirePerson(context).userId
  const request = await openLink(link, clientId, context)
  if (request.problem === null)
    await recordVisit(context.database.prisma, request.id, clientId, context.request.now)
  return request
}

async function findOwnGrant(keyId: string, context: Context) {
  const { userId } = requirePerson(context)
  const { prisma } = context.database
  const row = await findActiveGrant(prisma, userId, keyId, context.request.now)
  return row && grantMapper()(row)
}
