import type { Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { ConnectionLink, Environment, PrismaClient } from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/context.ts'
import { hasEnterprisePlan } from '../firms/firm-plan.ts'
import { describeGrantKey, type GrantKey, grantKeySelect } from '../grants/grant.reads.ts'
import { readLink } from '../links/connection-link.ts'
import { findAdmins, type LinkState, linkStateAt } from '../links/link-state.reads.ts'
import type { ConnectionProblem } from './connection-problem.ts'

/** A connection link with its key, for a client whom it may be for. `problem` is the reason why this client cannot approve it; null: they can. */
export interface OpenedRequest extends ConnectionLink {
  readonly key: GrantKey
  readonly problem: ConnectionProblem | null
  /** The return addresses of the key. */
  readonly returnUrls: readonly string[]
}

/**
 * The request of a link, for the client who opened it. Throws `record_not_found` for a link that is no longer stored, and
 * for one that names the address of another account.
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
  const opener = await db.user.findUnique({
    where: { id: clientId },
    select: { email: true, provedAt: true, portfolio: { select: { environment: true } } },
  })
  if (!found || !opener || !isFor(found, opener)) throw notForCaller()
  const { key: keyOfRequest, ...link } = found
  const { returnUrls, ...stored } = keyOfRequest
  const key = describeGrantKey(stored, now)
  const firmId = key.firm.id
  const admins = await findAdmins(db, [link.createdBy], [firmId])
  const linkState = linkStateAt(link, { keyState: key.state, firmId, admins }, now)
  return { ...link, key, returnUrls, problem: findProblem(key, linkState, opener) }
}

/**
 * The id of the key that a link is for: it is locked before the link. Throws `record_not_found` for a link that is no
 * longer stored.
 */
export async function keyOfLink(prisma: PrismaClient, id: string): Promise<string> {
  const link = await prisma.connectionLink.findUnique({ where: { id }, select: { keyId: true } })
  if (!link) throw notForCaller()
  return link.keyId
}

// One answer for both, so that nobody learns that a link names an address. A stranger does not learn which links exist
// either: only a text with a valid signature gets this far.
function notForCaller(): GatewayError {
  return new GatewayError(
    'record_not_found',
    'This connection link is no longer stored, or is for another account than yours; ask for a new one.',
  )
}

/** The person who opened the link. */
interface Opener {
  readonly email: string
  readonly provedAt: Date | null
  readonly portfolio: { readonly environment: Environment } | null
}

function isFor({ email }: ConnectionLink, opener: Opener): boolean {
  return email === null || email === opener.email
}

function findProblem(
  key: GrantKey,
  linkState: LinkState,
  { portfolio, provedAt }: Opener,
): ConnectionProblem | null {
  if (key.state !== 'active') return 'key_ended'
  if (linkState !== 'active') return `link_${linkState}`
  if (!hasEnterprisePlan(key.firm)) return 'plan_lapsed'
  if (portfolio === null) return 'no_portfolio'
  if (provedAt === null) return 'not_proved'
  return portfolio.environment === key.environment ? null : 'other_environment'
}

/**
 * The request of a link. `link` is the last part of the link's path. Throws `invalid_parameter` for a link that this
 * installation did not create, and `record_not_found` as `readRequest` does.
 */
export function openLink(link: string, clientId: string, context: Context): Promise<OpenedRequest> {
  const id = readLink(link, context.deriveSecret('connection-links'))
  return readRequest(context.database.prisma, id, clientId, context.request.now)
}
