import { isExpired } from '../../access/liveness.ts'
import { notFound } from '../../access/record-id.ts'
import { type ErrorCode, GatewayError } from '../../errors.ts'
import type { Environment, Firm, PrismaClient } from '../../generated/prisma/client.ts'
import type { Context } from '../../schema/context.ts'
import { type ConsentRequest, readLink } from './connection-link.ts'
import { hasEnterprisePlan } from './firm-plan.ts'
import { describeGrantKey, type GrantKey, grantKeySelect } from './grant.reads.ts'

export type ConnectionProblem =
  | 'no_portfolio'
  | 'other_environment'
  | 'key_ended'
  | 'link_expired'
  | 'link_ended'
  | 'plan_lapsed'

/** The request in a link, with its key, and the problem that keeps this client from approving it, if any. */
export interface OpenedRequest extends ConsentRequest {
  readonly key: GrantKey
  readonly problem: ConnectionProblem | null
}

/** The request in a link, for the client who opened it. Throws `invalid_parameter` for a link that was not issued here. */
export async function openLink(
  link: string,
  clientId: string,
  context: Context,
): Promise<OpenedRequest> {
  const request = readLink(link, context.deriveSecret('connection-links'))
  const { prisma } = context.database
  const { now } = context.request
  const { firm, ...stored } = await readRequestingKey(prisma, request, now)
  const portfolio = await prisma.portfolio.findUnique({
    where: { clientId },
    select: { environment: true },
  })
  const key = describeGrantKey({ ...stored, firm: { id: firm.id, name: firm.name } }, now)
  const problem = findProblem(request, key, firm, portfolio?.environment ?? null, now)
  return { ...request, key, problem }
}

interface RequestingFirm extends Pick<Firm, 'plan' | 'planState'> {
  /** The person who made the link, if they are still an admin and were not locked out since. */
  readonly members: readonly unknown[]
}

function findProblem(
  request: ConsentRequest,
  key: GrantKey,
  firm: RequestingFirm,
  ownEnvironment: Environment | null,
  now: Date,
): ConnectionProblem | null {
  if (key.state !== 'active') return 'key_ended'
  if (isExpired(request.expiresAt, now)) return 'link_expired'
  if (firm.members.length === 0) return 'link_ended'
  if (!hasEnterprisePlan(firm)) return 'plan_lapsed'
  if (ownEnvironment === null) return 'no_portfolio'
  return ownEnvironment === key.environment ? null : 'other_environment'
}

async function readRequestingKey(
  prisma: PrismaClient,
  { keyId, madeBy, madeAt }: ConsentRequest,
  now: Date,
) {
  const notLocked = { OR: [{ lockedAt: null }, { lockedAt: { lt: madeAt } }] }
  const where = { userId: madeBy, role: 'admin' as const, user: notLocked }
  const members = { where, select: { userId: true } }
  const firm = { select: { id: true, name: true, plan: true, planState: true, members } }
  const key = await prisma.apiKey.findUnique({
    where: { id: keyId },
    select: { ...grantKeySelect(now), firm },
  })
  if (!key) throw notFound('key')
  return key
}

const REASONS: Record<ConnectionProblem, [ErrorCode, string]> = {
  key_ended: ['invalid_parameter', 'The key that this link is for has ended; ask for a new link.'],
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
  other_environment: [
    'invalid_parameter',
    'The key that this link is for reads portfolios of the other environment.',
  ],
}

/** Throws where the client cannot approve the request, with the reason. */
export function requireApprovable({ problem }: OpenedRequest): void {
  if (problem === null) return
  const [code, reason] = REASONS[problem]
  throw new GatewayError(code, reason)
}
