import { GatewayError } from '../../errors.ts'
import type { LinkAnswer, PrismaClient } from '../../generated/prisma/client.ts'
import { requirePartner } from '../../schema/auth-scopes.ts'
import { builder, derivedId } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { notFound, requireIdShape } from '../../values/ids.ts'
import { rowOf } from '../grants/row-locks.ts'
import { KEY_OF_LINK, readLinkState } from '../links/link-state.reads.ts'

type ConnectionState = LinkAnswer | 'pending' | 'expired'

type ConnectionOutcome = Awaited<ReturnType<typeof requireConnection>>

const ConnectionStateType = enumType('ConnectionState', 'The outcome of a connection.', {
  pending: 'The client has not answered, and can.',
  approved: 'The client has given a grant, or changed theirs. It may have ended since.',
  declined:
    'The client has declined, or keeps their grant as it is. They can still approve while the link is active.',
  expired: 'The client has not answered, and the link has ended.',
} satisfies Record<ConnectionState, string>)

const ConnectedGrantType = builder
  .objectRef<NonNullable<ConnectionOutcome['grant']>>('ConnectedGrant')
  .implement({
    description: 'The grant that a connection gave or changed.',
    fields: (t) => ({
      id: derivedId(t, 'connected', 'Identifies the grant and its connection together.'),
      grantId: t.exposeID('id', { description: 'grant_ and a ULID.' }),
      version: t.exposeInt('version', { description: 'Increases with each change of the grant.' }),
    }),
  })

const ConnectionOutcomeType = builder.objectRef<ConnectionOutcome>('ConnectionOutcome').implement({
  description: "A client's answer to a connection link of the key.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'connection_ and a ULID, as in the return address.' }),
    linkId: t.exposeID('linkId', { description: 'The connection link.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'Your own id of the client, as the link has it. Null if the link has none. It proves nobody until the person came back with the right state.',
    }),
    state: t.expose('state', { description: 'The outcome.', type: ConnectionStateType }),
    clientId: t.exposeID('clientId', {
      nullable: true,
      description: 'The user id of the client. Only of an approved connection.',
    }),
    grant: t.expose('grant', {
      type: ConnectedGrantType,
      nullable: true,
      description:
        'The newest grant that the client gave or changed by it. Only of an approved connection.',
    }),
  }),
})

builder.queryField('connection', (t) =>
  t.field({
    type: ConnectionOutcomeType,
    skipTypeScopes: true,
    authScopes: { partner: true },
    description:
      'The outcome of a connection of the key. The error is record_not_found for every other id. For API keys.',
    args: { id: t.arg.id({ description: 'The id of the connection.', required: true }) },
    resolve: (_root, { id }, context) => {
      const { keyId } = requirePartner(context)
      return requireConnection(context.database.prisma, keyId, id, context.request.now)
    },
  }),
)

// The client and the grant are told only after an approval. Throws `record_not_found` for every id but that of a
// connection of this key: one error for all links, and one for all others.
async function requireConnection(prisma: PrismaClient, keyId: string, id: string, now: Date) {
  if (id.startsWith('link_'))
    throw new GatewayError(
      'record_not_found',
      'This is the id of a link. An answer to it has an id of its own: the `connection` of the return address.',
    )
  requireIdShape('connection', id)
  const visit = await prisma.linkVisit.findFirst({
    where: { connectionId: id, link: { keyId } },
    include: { link: { include: { key: { select: KEY_OF_LINK } } } },
  })
  if (!visit) throw notFound('connection')
  const { linkId, clientId, link } = visit
  const state: ConnectionState =
    visit.answer ?? ((await readLinkState(prisma, link, now)) === 'active' ? 'pending' : 'expired')
  const outcome = { id, linkId, reference: link.reference, state }
  if (state !== 'approved') return { ...outcome, clientId: null, grant: null }
  return { ...outcome, clientId, grant: await readGivenGrant(prisma, linkId, clientId) }
}

// A client may approve a link again after the grant has ended. The newest grant counts.
async function readGivenGrant(prisma: PrismaClient, linkId: string, clientId: string) {
  const where = { clientId, linkId }
  const consent = await prisma.consent.findFirst({ where, orderBy: { at: 'desc' } })
  if (!consent) return null
  return prisma.grant.findUnique({
    where: rowOf({ clientId, id: consent.grantId }),
    select: { id: true, version: true },
  })
}
