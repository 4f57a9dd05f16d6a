import { lifeStateAt } from '../../access/liveness.ts'
import type { Scope } from '../../access/scopes.ts'
import type { Transaction } from '../../database/change.ts'
import { type ErrorCode, GatewayError, invalidParameter } from '../../errors.ts'
import type { ConnectionLink, Grant, Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/builder.ts'
import { hasEnterprisePlan } from '../firms/firm-plan.ts'
import { describeGrantKey, type GrantKey, grantKeySelect } from '../grants/grant.reads.ts'
import { readLink } from '../links/connection-link.ts'
import { type LinkState, readLinkState } from '../links/link-state.reads.ts'
import { NOT_PROVED } from '../people/person.writes.ts'

/** Why a client cannot approve a connection link: the error, and its message. */
const PROBLEMS = {
  key_ended: ['invalid_parameter', 'The key that this link is for has ended; ask for a new link.'],
  link_revoked: ['invalid_parameter', 'The firm has withdrawn this link; ask for a new one.'],
  link_used: [
    'invalid_parameter',
    'This link was for single use, and was used; ask for a new one.',
  ],
  link_expired: ['invalid_parameter', 'This link has expired; ask for a new one.'],
  link_ended: ['invalid_parameter', 'This link has ended; ask for a new one.'],
  plan_lapsed: [
    'enterprise_plan_required',
    'The requesting firm has no active Enterprise plan; access can be granted once it has one.',
  ],
  no_portfolio: [
    'caller_not_allowed',
    'Only a client with a portfolio can answer a connection link.',
  ],
  not_proved: ['caller_not_allowed', NOT_PROVED],
  other_environment: [
    'invalid_parameter',
    'The key that this link is for reads portfolios of the other environment.',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>

export type ConnectionProblem = keyof typeof PROBLEMS

/** A connection link with its key, for a client who may answer it. */
export interface OpenedRequest extends ConnectionLink {
  readonly key: GrantKey
  /** Why this client cannot approve it. Null: they can. */
  readonly problem: ConnectionProblem | null
  readonly returnUrls: readonly string[]
}

/** The request of a link for the client who opened it. Throws `record_not_found`, also if it names another account. */
export async function readRequest(
  db: PrismaClient | Transaction,
  linkId: string,
  clientId: string,
  now: Date,
): Promise<OpenedRequest> {
  const found = await db.connectionLink.findUnique({
    where: { id: linkId },
    include: { key: { select: { ...grantKeySelect(now), firmId: true, returnUrls: true } } },
  })
  const opener = await db.user.findUnique({ where: { id: clientId }, select: OPENER })
  if (!found || !opener || (found.email ?? opener.email) !== opener.email) throw notForCaller()
  const { returnUrls, firmId: _, ...stored } = found.key
  const key = describeGrantKey(stored, now)
  const linkState = await readLinkState(db, found, now)
  return { ...found, key, returnUrls, problem: findProblem(key, linkState, opener) }
}

/** The id of the key of a link. The key is locked before the link. Throws `record_not_found` for an unknown link. */
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

const OPENER = {
  email: true,
  provedAt: true,
  portfolio: { select: { environment: true } },
} as const
type Opener = Prisma.UserGetPayload<{ select: typeof OPENER }>

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

/** The id of a link from the last part of its path. Throws `invalid_parameter` for a link of another installation. */
export function linkIdOf(link: string, context: Context): string {
  return readLink(link, context.deriveSecret('connection-links'))
}

/** The request of a link. Throws the errors of `linkIdOf` and `readRequest`. */
export function openLink(link: string, clientId: string, context: Context): Promise<OpenedRequest> {
  const { database, request } = context
  return readRequest(database.prisma, linkIdOf(link, context), clientId, request.now)
}

type AskedGrant = Pick<Grant, 'id' | 'keyId' | 'version' | 'scopes' | 'reference'>

/** Throws the reason if the client cannot approve the request, and `invalid_parameter` for a grant of another key. */
export function requireApprovable(
  { problem, keyId }: Pick<OpenedRequest, 'problem' | 'keyId'>,
  grant?: Pick<AskedGrant, 'keyId'>,
): void {
  if (problem !== null) {
    const [code, reason] = PROBLEMS[problem]
    throw new GatewayError(code, reason)
  }
  if (grant && grant.keyId !== keyId)
    throw invalidParameter('The link is for another key than the grant.')
}

/** The scopes of `offeredScopes`, in the message of an error. */
export const OFFERED = 'the grant has or the link asks for'

/** The scopes that a client can choose in answer to a request for a change: those shared, and those asked for. */
export function offeredScopes(request: OpenedRequest, grant: AskedGrant): Scope[] {
  const known = [...grant.scopes, ...request.scopes]
  return request.key.scopes.filter((scope) => known.includes(scope))
}

/** The part of an agreement beside its terms, if a client answers a request with a change of this version of a grant. */
export function askedChange(
  { id: linkId, purpose, reference }: OpenedRequest,
  grant: Pick<AskedGrant, 'id' | 'version' | 'reference'>,
) {
  const answers = { linkId, grantId: grant.id, version: grant.version }
  return { purpose, reference: reference ?? grant.reference, answers }
}

const LIFE = { state: true, expiresAt: true } as const

/** The number of grants that the client is shown. Of a longer list they see the count. */
export const SHOWN_GRANTS = 20

/** The ids of a client's grants to keys of a firm: first those by which a key can read now, each part newest first. */
export async function readGrantsToFirm(
  prisma: PrismaClient,
  clientId: string,
  firmId: string,
  now: Date,
): Promise<string[]> {
  const grants = await prisma.grant.findMany({
    where: { clientId, key: { firmId } },
    select: { id: true, ...LIFE, key: { select: LIFE } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const isLive = (of: Pick<Grant, 'state' | 'expiresAt'>) => lifeStateAt(of, now) === 'active'
  const readable = new Set(grants.filter((grant) => isLive(grant) && isLive(grant.key)))
  const ended = grants.filter((grant) => !readable.has(grant))
  return [...readable, ...ended].map(({ id }) => id)
}
