import { isExpired } from '../../access/liveness.ts'
import type { Transaction } from '../../database/change.ts'
import type {
  ConnectionLink,
  Environment,
  Firm,
  PrismaClient,
} from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/context.ts'
import { canStillAsk, readAdmins } from './connection-link.reads.ts'
import { invalidLink, readLink } from './connection-link.ts'
import type { ConnectionProblem } from './connection-problem.ts'
import { hasEnterprisePlan } from './firm-plan.ts'
import { describeGrantKey, type GrantKey, grantKeySelect } from './grant.reads.ts'

/** A connection link with its key, and the problem that keeps this client from approving it, if any. */
export interface OpenedRequest extends ConnectionLink {
  readonly key: GrantKey
  readonly problem: ConnectionProblem | null
}

/** The request of a link, for the client who opened it. Throws `invalid_parameter` for a link that is no longer stored. */
export async function readRequest(
  db: PrismaClient | Transaction,
  linkId: string,
  clientId: string,
  now: Date,
): Promise<OpenedRequest> {
  const found = await db.connectionLink.findUnique({
    where: { id: linkId },
    include: { key: { select: requestingKeySelect(now) } },
  })
  if (!found) throw invalidLink('This connection link has ended; ask for a new one.')
  const { key: stored, ...link } = found
  const { firm } = stored
  const admins = await readAdmins(db, [link.createdBy], [firm.id])
  const portfolio = await db.portfolio.findUnique({
    where: { clientId },
    select: { environment: true },
  })
  const key = describeGrantKey({ ...stored, firm: { id: firm.id, name: firm.name } }, now)
  const isAsked = canStillAsk(link, firm.id, admins)
  const problem = findProblem(link, key, { ...firm, isAsked }, portfolio?.environment ?? null, now)
  return { ...link, key, problem }
}

function requestingKeySelect(now: Date) {
  const firm = { select: { id: true, name: true, plan: true, planState: true } }
  return { ...grantKeySelect(now), firm }
}

interface RequestingFirm extends Pick<Firm, 'plan' | 'planState'> {
  /** Whether the person who made the link can still ask for access. */
  readonly isAsked: boolean
}

function findProblem(
  link: ConnectionLink,
  key: GrantKey,
  firm: RequestingFirm,
  ownEnvironment: Environment | null,
  now: Date,
): ConnectionProblem | null {
  if (key.state !== 'active') return 'key_ended'
  if (link.revokedAt !== null) return 'link_revoked'
  if (link.usedAt !== null) return 'link_used'
  if (isExpired(link.expiresAt, now)) return 'link_expired'
  if (!firm.isAsked) return 'link_ended'
  if (!hasEnterprisePlan(firm)) return 'plan_lapsed'
  if (ownEnvironment === null) return 'no_portfolio'
  return ownEnvironment === key.environment ? null : 'other_environment'
}

/** The request that the last part of a link's path names. Throws `invalid_parameter` for a link that was not issued here. */
export function openLink(link: string, clientId: string, context: Context): Promise<OpenedRequest> {
  const id = readLink(link, context.deriveSecret('connection-links'))
  return readRequest(context.database.prisma, id, clientId, context.request.now)
}
