import { requireCaller } from '../../schema/auth-scopes.ts'
import { builder, type Context, instant, instantOrNull, poolOf } from '../../schema/builder.ts'
import { enumType, ScopeType } from '../../schema/enums.ts'
import { loadCount, PageLoaders } from '../../schema/page-loaders.ts'
import { digestOf } from '../../values/ids.ts'
import { recordStaffReads } from '../audit/acting-person.ts'
import { loadCreator } from '../audit/audit.reads.ts'
import { isManaged } from '../keys/api-key.reads.ts'
import {
  countVisits,
  type LinkDetails,
  readVisits,
  requireLink,
  type Visit,
} from './connection-link.reads.ts'
import { connectionPath } from './connection-link.ts'
import type { LinkState } from './link-state.reads.ts'

/** A link of a page. The links of one page share their loaders. */
export interface Link extends LinkDetails {
  readonly loaders: PageLoaders
}

export const LinkStateType = enumType('ConnectionLinkState', 'The state of a connection link.', {
  active: 'Clients can approve it.',
  used: 'It was for single use, and a client has approved it.',
  revoked: 'The firm has revoked it.',
  expired: 'It is older than 30 days.',
  ended: 'Its key has ended, or the user who created it can no longer ask for access.',
} satisfies Record<LinkState, string>)

export const LinkAnswerType = enumType('LinkAnswer', 'How a client answered a connection link.', {
  approved: 'The client has given a grant, or changed theirs.',
  declined: 'The client has declined, or keeps their grant as it is.',
} satisfies Record<Visit['answer'], string>)

const LinkVisitType = builder.objectRef<Visit>('LinkVisit').implement({
  description: 'A client who answered a connection link. Opening a link tells the firm nothing.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the link and the client together.',
      resolve: ({ linkId, clientId }) => `visit_${digestOf([linkId, clientId])}`,
    }),
    connectionId: t.exposeID('connectionId', {
      nullable: true,
      description:
        'The id with which the key reads the outcome. Null for an answer from before connections had ids.',
    }),
    clientName: t.exposeString('clientName', { description: 'The name of the client.' }),
    answer: t.expose('answer', { description: 'The latest answer.', type: LinkAnswerType }),
    answeredAt: instant(t, 'answeredAt', 'The instant of the answer.'),
  }),
})

export const ConnectionLinkType = builder.objectRef<Link>('ConnectionLink').implement({
  description:
    'A link with which clients grant access to a key, as the key, the members of its firm and staff see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'link_ and a ULID.' }),
    path: t.string({
      description:
        'Relative to the address of the portal. For the key and those who manage it while the link is active, else null.',
      nullable: true,
      resolve: async (link, _args, context) => {
        if (link.state !== 'active' || !(await mayHandOut(link, context))) return null
        return connectionPath(link.id, context.deriveSecret('connection-links'))
      },
    }),
    scopes: t.expose('scopes', { description: 'The scopes that it asks for.', type: [ScopeType] }),
    purpose: t.exposeString('purpose', { description: 'As the client reads it.' }),
    singleUse: t.exposeBoolean('singleUse', { description: 'Whether the first approval ends it.' }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The firm's own id of the person whom it is for, as the client reads it.",
    }),
    email: t.string({
      nullable: true,
      description:
        'The address of the account that alone can answer it. Null for a link without one, and for staff.',
      resolve: ({ email }, _args, context) => {
        const caller = requireCaller(context)
        return caller.kind === 'user' && caller.isStaff ? null : email
      },
    }),
    returnUrl: t.exposeString('returnUrl', {
      nullable: true,
      description:
        'Where clients go back to after their answer. It leads nowhere once the key does not have this address.',
    }),
    state: t.expose('state', { description: 'Its state now.', type: LinkStateType }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    createdBy: t.string({
      nullable: true,
      authScopes: { person: true },
      description: 'The name of the user who created it. Null: its key did, by itself.',
      resolve: loadCreator,
    }),
    expiresAt: instant(t, 'expiresAt', 'The instant from which it cannot be approved.'),
    revokedAt: instantOrNull(t, 'revokedAt', 'When it was revoked. Null: it was not.'),
    answeredCount: t.int({
      description: 'How many clients approved or declined it.',
      resolve: loadCount('visit count', ({ database }, ids) => countVisits(database.prisma, ids)),
    }),
    visits: t.field({
      description: 'The clients who answered it, newest first, at most 20.',
      type: [LinkVisitType],
      authScopes: { person: true },
      resolve: ({ id, loaders }, _args, context) =>
        loaders.loadRows(
          'visits',
          id,
          async (ids) => {
            const visits = await readVisits(poolOf(context), ids)
            const clientIds = visits.map(({ clientId }) => clientId)
            await recordStaffReads(clientIds, 'grants.read', context)
            return visits
          },
          ({ linkId }) => linkId,
        ),
    }),
  }),
})

/** Returns the function that creates the links of one page from their rows. The links share their loaders. */
export function linkMapper(): (row: LinkDetails) => Link {
  const loaders = new PageLoaders()
  return (row) => ({ ...row, loaders })
}

/** A link that the caller sees. Throws `record_not_found` for any other. */
export async function findConnectionLink(id: string, context: Context): Promise<Link> {
  const { prisma } = context.database
  const row = await requireLink(prisma, requireCaller(context), id, context.request.now)
  return linkMapper()(row)
}

// A key sees no links but its own.
async function mayHandOut(link: Link, context: Context): Promise<boolean> {
  const caller = requireCaller(context)
  if (caller.kind === 'partner') return true
  return isManaged(link, { prisma: context.database.prisma, person: caller })
}
