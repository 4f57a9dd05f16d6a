import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { ConnectionLink, Environment, PrismaClient } from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/context.ts'
import { hasEnterprisePlan } from '../firms/firm-plan.ts'
import { describeGrantKey, type GrantKey, grantKeySelect } from '../grants/grant.reads.ts'
import { readLink } from '../links/connection-link.ts'
import { findAdmins, type LinkState, linkStateAt } from '../links/link-state.reads.ts'
import type { ConnectionProblem } from './connection-problem.ts'

/** A connection link with its key. `problem` is the reason why this client cannot approve it; null: they can. */
export interface OpenedRequest extends ConnectionLink {
  readonly key: GrantKey
  readonly problem: ConnectionProblem | null
  /** The return addresses of the key. */
  readonly returnUrls: readonly string[]
}

/**
 * The request of a link, for the client who opened it. Throws `record_not_found` for a link that is no longer stored.
 */
export async function readRequest(
  db: PrismaClient | Transaction,
  linkId: string,
  clientId: string,
  now: Date,
): Promise<OpenedRequest> {
  const found = await db.connectionLink.findUnique({
    where: { id: linkId },
    include: { key: { select: { ...grantKeySelect(now), returnUrls: true } } },
  })
  if (!found) throw linkNotStored()
  const { key: keyOfRequest, ...link } = found
  const { returnUrls, ...stored } = keyOfRequest
  const key = describeGrantKey(stored, now)
  const firmId = key.firm.id
  const admins = await findAdmins(db, [link.createdBy], [firmId])
  const portfolio = await db.portfolio.findUnique({
    where: { clientId },
    select: { environment: true, client: { select: { provedAt: true } } },
  })
  const linkState = linkStateAt(link, { keyState: key.state, firmId, admins }, now)
  return { ...link, key, returnUrls, problem: findProblem(key, linkState, portfolio) }
}

/**
 * The id of the key that a link is for: it is locked before the link. Throws `record_not_found` for a link that is no
 * longer stored.
 */
export async function keyOfLink(prisma: PrismaClient, id: string): Promise<string> {
  const link = await prisma.connectionLink.findUnique({ where: { id }, select: { keyId: true } })
  if (!link) throw linkNotStored()
  return link.keyId
}

// A stranger does not learn from this which links exist: only a text with a valid signature gets this far.
function linkNotStored(): GatewayError {
  return new GatewayError(
    'record_not_found',
    'This connection link is no longer stored; ask for a new one.',
  )
}

/** The portfolio of the client who opened the link. */
interface OwnPortfolio {
  readonly environment: Environment
  readonly client: { readonly provedAt: Date | null }
}

function findProblem(
  key: GrantKey,
  linkState: LinkState,
  own: OwnPortfolio | null,
): ConnectionProblem | null {
  if (key.state !== 'active') return 'key_ended'
  if (linkState !== 'active') return `link_${linkState}`
  if (!hasEnterprisePlan(key.firm)) return 'plan_lapsed'
  if (own === null) return 'no_portfolio'
  if (own.client.provedAt === null) return 'not_proved'
  return own.environment === key.environment ? null : 'other_environment'
}

/**
 * The request of a link. `link` is the last part of the link's path. Throws `invalid_parameter` for a link that this
 * installation did not create, and `record_not_found` for one that is no longer stored.
 */
export function openLink(link: string, clientId: string, context: Context): Promise<OpenedRequest> {
  const id = readLink(link, context.deriveSecret('connection-links'))
  return readRequest(context.database.prisma, id, clientId, context.request.now)
}
