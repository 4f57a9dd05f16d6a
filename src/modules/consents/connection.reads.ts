import { keyStateAt } from '../../access/liveness.ts'
import type {
  ApiKey,
  ConnectionLink,
  LinkVisit,
  PrismaClient,
} from '../../generated/prisma/client.ts'
import { notFound, requireIdShape } from '../../values/record-id.ts'
import { rowOf } from '../grants/row-locks.ts'
import { findAdmins, linkStateAt } from '../links/link-state.reads.ts'

/** `expired`: the client has not answered, and the link has ended. */
export type ConnectionState = 'pending' | 'approved' | 'declined' | 'expired'

/** The outcome of a connection. The client and the grant are told only after an approval. */
export interface ConnectionOutcome {
  readonly id: string
  readonly linkId: string
  readonly reference: string | null
  readonly state: ConnectionState
  readonly clientId: string | null
  readonly grant: { readonly id: string; readonly version: number } | null
}

interface StoredVisit extends LinkVisit {
  readonly link: ConnectionLink & { readonly key: Pick<ApiKey, 'firmId' | 'state' | 'expiresAt'> }
}

/** The outcome of a connection of this key. Throws the same `record_not_found` for every other id. */
export async function requireConnection(
  prisma: PrismaClient,
  keyId: string,
  id: string,
  now: Date,
): Promise<ConnectionOutcome> {
  requireIdShape('connection', id)
  const visit = await prisma.linkVisit.findFirst({
    where: { connectionId: id, link: { keyId } },
    include: {
      link: { include: { key: { select: { firmId: true, state: true, expiresAt: true } } } },
    },
  })
  if (!visit) throw notFound('connection')
  const { linkId, clientId, link } = visit
  const state = visit.answer ?? (await stateOfUnanswered(prisma, visit, now))
  const outcome = { id, linkId, reference: link.reference, state }
  if (state !== 'approved') return { ...outcome, clientId: null, grant: null }
  return { ...outcome, clientId, grant: await readGivenGrant(prisma, linkId, clientId) }
}

async function stateOfUnanswered(
  prisma: PrismaClient,
  { link }: StoredVisit,
  now: Date,
): Promise<ConnectionState> {
  const { key, ...stored } = link
  const admins = await findAdmins(prisma, [link.createdBy], [key.firmId])
  const asking = { keyState: keyStateAt(key, now), firmId: key.firmId, admins }
  return linkStateAt(stored, asking, now) === 'active' ? 'pending' : 'expired'
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
