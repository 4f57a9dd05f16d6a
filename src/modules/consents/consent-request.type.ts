import { inOrderOf } from '../../database/statement.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import {
  builder,
  type Context,
  derivedId,
  instant,
  instantOrNull,
  poolOf,
} from '../../schema/builder.ts'
import { enumType, ScopeType } from '../../schema/enums.ts'
import { USAGE_DAYS } from '../../values/durations.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { findActiveGrant, type GrantKey, readGrants } from '../grants/grant.reads.ts'
import { GrantKeyType, grantMapper, PartnerGrantType } from '../grants/grant.type.ts'
import { LinkAnswerType } from '../links/connection-link.type.ts'
import { returnAddress } from '../links/link-return.ts'
import { readReadCounts } from '../usage/usage.reads.ts'
import {
  type ConnectionProblem,
  type OpenedRequest,
  openLink,
  readGrantsToFirm,
  SHOWN_GRANTS,
} from './consent-request.reads.ts'

const ProblemType = enumType(
  'ConnectionProblem',
  'Why the client who opened a connection link cannot approve it.',
  {
    no_portfolio: 'The user who opened it has no portfolio.',
    not_proved: 'The account is not proved: no link that was mailed to its address has been used.',
    other_environment: 'The key reads portfolios of the other environment.',
    key_ended: 'The key has expired or was revoked.',
    link_revoked: 'The firm has revoked the link.',
    link_used: 'The link was for single use, and a client has approved it.',
    link_expired: 'The link is older than 30 days.',
    link_ended: 'The user who created the link no longer manages its key, or was locked out.',
    plan_lapsed: 'The firm has no active Enterprise plan.',
  } satisfies Record<ConnectionProblem, string>,
)

type ShownRequest = Awaited<ReturnType<typeof showRequest>>

const AskedAccessType = builder.objectRef<OpenedRequest>('AskedAccess').implement({
  description: 'The request of a firm in a connection link, for a client who can approve it.',
  fields: (t) => ({
    id: derivedId(t, 'asked', 'Identifies the link and what it asks for together.'),
    key: t.expose('key', { description: 'The key that asks.', type: GrantKeyType }),
    scopes: t.expose('scopes', { description: 'The scopes that it asks for.', type: [ScopeType] }),
    purpose: t.exposeString('purpose', { description: 'As stated by the firm.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'As whom the firm knows the client: its own id of the person. Null: it gave none.',
    }),
    singleUse: t.exposeBoolean('singleUse', { description: 'Whether the first approval ends it.' }),
    expiresAt: instant(t, 'expiresAt', 'The instant from which the link cannot be approved.'),
  }),
})

const ConnectionRequestType = builder.objectRef<ShownRequest>('ConnectionRequest').implement({
  description: 'The request in a connection link, for the client who opened it.',
  fields: (t) => ({
    id: derivedId(t, 'request', 'Identifies the link and its request together.'),
    firmName: t.string({
      description: 'The name of the firm that asks.',
      resolve: ({ key }) => key.firm.name,
    }),
    problem: t.expose('problem', {
      type: ProblemType,
      nullable: true,
      description: 'Null if the request can be approved.',
    }),
    asked: t.field({
      type: AskedAccessType,
      nullable: true,
      description:
        'The terms that the firm asks for. Null with a problem: a link that is over says whose it was and why, and nothing else.',
      resolve: (request) => (request.problem === null ? request : null),
    }),
    activeGrant: t.field({
      type: PartnerGrantType,
      nullable: true,
      description:
        "The client's active grant to this key. Null if the key has ended, since it cannot read.",
      resolve: ({ key }, _args, context) => findOwnGrant(key, context),
    }),
    answer: t.expose('answer', {
      type: LinkAnswerType,
      nullable: true,
      description:
        "The client's own answer to this link. An approval stays after the grant has ended, until they decline. Null: they have not answered.",
    }),
    answeredAt: instantOrNull(t, 'answeredAt', 'The instant of that answer.'),
    returnAddress: t.string({
      nullable: true,
      description:
        "Where the client goes back to after their answer: a return address of the key with the parameters connection and state. Null before the answer, for a link without an address, once the key does not have that address, and after the key's end.",
      resolve: findReturnAddress,
    }),
    grants: t.field({
      type: [PartnerGrantType],
      description: `The grants of the client for keys of this firm, through any link and in any state, at most ${SHOWN_GRANTS}. Those under which a key can read now come first. Then the newest comes first. Empty: the firm has never read anything of the client.`,
      extensions: { maxLength: SHOWN_GRANTS },
      resolve: ({ grantIds }, _args, context) => listGrants(grantIds, context),
    }),
    grantCount: t.int({
      description:
        'How many grants the client has given to keys of this firm, also those that `grants` leaves out.',
      resolve: ({ grantIds }) => grantIds.length,
    }),
    readCount: t.int({
      description: `How many requests read under all these grants together in the last ${USAGE_DAYS} days. A request is counted within a minute.`,
      resolve: async ({ grantIds }, _args, context) => {
        const counts = await readReadCounts(poolOf(context), grantIds)
        return [...counts.values()].reduce((sum, count) => sum + count, 0)
      },
    }),
  }),
})

builder.queryField('connectionRequest', (t) =>
  t.field({
    type: ConnectionRequestType,
    description: 'The request of a connection link. The firm does not learn that it was read.',
    args: {
      link: t.arg.string({ description: 'The last part of the path of the link.', required: true }),
    },
    resolve: (_root, { link }, context) => showRequest(link, context),
  }),
)

async function showRequest(link: string, context: Context) {
  const { userId } = requirePerson(context)
  const request = await openLink(link, userId, context)
  const { prisma } = context.database
  const { now } = context.request
  // `grantIds` has the ids of all the client's grants to the firm, in the order in which they are shown.
  const [answer, grantIds] = await Promise.all([
    readOwnAnswer(prisma, request.id, userId),
    readGrantsToFirm(prisma, userId, request.key.firm.id, now),
  ])
  return { ...request, ...answer, grantIds }
}

function findReturnAddress({ answer, connectionId, key, ...request }: ShownRequest): string | null {
  if (answer === null || connectionId === null || key.state !== 'active') return null
  return returnAddress(request, request, connectionId)
}

async function listGrants(ids: readonly string[], context: Context) {
  const { database, request } = context
  const rows = await readGrants(database.prisma, ids.slice(0, SHOWN_GRANTS), request.now)
  return inOrderOf(ids, rows, ({ id }) => id).map(grantMapper())
}

async function findOwnGrant({ id, state }: GrantKey, context: Context) {
  if (state !== 'active') return null
  const { userId } = requirePerson(context)
  const { prisma } = context.database
  const row = await findActiveGrant(prisma, userId, id, context.request.now)
  return row && grantMapper()(row)
}

// The client's own answer to a link. An approval is stored as long as its grant, and longer than the visit. An answer
// from before connections had ids has none.
async function readOwnAnswer(prisma: PrismaClient, linkId: string, clientId: string) {
  const where = { clientId, linkId }
  const visit = await prisma.linkVisit.findUnique({ where: { linkId_clientId: where } })
  const { answer = null, answeredAt = null, connectionId = null } = visit ?? {}
  if (answer && answeredAt) return { answer, answeredAt, connectionId }
  const approval = await prisma.consent.findFirst({ where, orderBy: { at: 'desc' } })
  if (!approval) return { answer: null, answeredAt: null, connectionId }
  return { answer: 'approved' as const, answeredAt: approval.at, connectionId }
}
