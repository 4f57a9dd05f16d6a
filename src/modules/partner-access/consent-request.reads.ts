import type pg from 'pg'
import { readRows } from '../../database/statement.ts'
import { type ErrorCode, GatewayError } from '../../errors.ts'
import type { Context } from '../../schema/context.ts'
import { poolOf } from '../../schema/context.ts'
import { keyState } from './api-key.reads.ts'
import { type ConsentRequest, readLink } from './connection-link.ts'
import { keyReference } from './grant.reads.ts'
import type { GrantKey } from './grant.type.ts'

export type ConnectionRefusal =
  | 'no_portfolio'
  | 'other_environment'
  | 'key_ended'
  | 'link_expired'
  | 'link_ended'
  | 'plan_lapsed'

/** What a link asks for, with the key that asks and why this client cannot approve it, if so. */
export interface OpenedRequest extends ConsentRequest {
  readonly key: GrantKey & { readonly firmId: string }
  readonly refusal: ConnectionRefusal | null
}

type RequestingKey = OpenedRequest['key'] & {
  /** That of the reader's own portfolio; null where there is none. */
  own_environment: GrantKey['environment'] | null
  plan_active: boolean
  /** Whether who made the link is an admin of the firm, and was not locked out since. */
  maker_stands: boolean
}

/** What a link asks of the client who opened it. Throws `invalid_parameter` for a link that is not of our making. */
export async function openLink(
  link: string,
  clientId: string,
  context: Context,
): Promise<OpenedRequest> {
  const ask = readLink(link, context.deriveSecret('connection-links'))
  const { now } = context.request
  const found = await readRequestingKey(poolOf(context), ask, clientId, now)
  if (!found) throw new GatewayError('record_not_found', 'There is no key with this id.')
  const { own_environment, plan_active, maker_stands, ...key } = found
  return { ...ask, key, refusal: evaluate(ask, found, now) }
}

function evaluate(ask: ConsentRequest, key: RequestingKey, now: Date): ConnectionRefusal | null {
  const own = key.own_environment
  if (key.state !== 'active') return 'key_ended'
  if (ask.expiresAt <= now) return 'link_expired'
  if (!key.maker_stands) return 'link_ended'
  if (!key.plan_active) return 'plan_lapsed'
  if (own === null) return 'no_portfolio'
  return own === key.environment ? null : 'other_environment'
}

async function readRequestingKey(
  pool: pg.Pool,
  { keyId, madeBy, madeAt }: ConsentRequest,
  clientId: string,
  now: Date,
) {
  const [row] = await readRows<RequestingKey>(
    pool,
    `SELECT k.id, k.name, k.environment::text AS environment, k.scopes::text[] AS scopes, f.id AS "firmId",
            f.name AS "firmName", ${keyState('$2::timestamptz')} AS state,
            ${keyReference('$2::timestamptz')} AS reference,
            (SELECT p.environment::text FROM portfolios p WHERE p.client_id = $3) AS own_environment,
            f.plan = 'enterprise' AND f.plan_state = 'active' AS plan_active,
            EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
                     WHERE m.firm_id = f.id AND m.user_id = $4 AND m.role = 'admin'
                       AND (u.locked_at IS NULL OR u.locked_at < $5::timestamptz)) AS maker_stands
       FROM api_keys k JOIN firms f ON f.id = k.firm_id WHERE k.id = $1`,
    [keyId, now, clientId, madeBy, madeAt],
  )
  return row ?? null
}

const REASONS: Record<ConnectionRefusal, [ErrorCode, string]> = {
  key_ended: ['invalid_parameter', 'The key that this link is for has ended; ask for a new link.'],
  link_expired: ['invalid_parameter', 'This link has expired; ask for a new one.'],
  link_ended: ['invalid_parameter', 'This link has ended; ask for a new one.'],
  plan_lapsed: [
    'enterprise_plan_required',
    'The firm that asks has no active Enterprise plan; access can be given again once it has.',
  ],
  no_portfolio: ['caller_not_allowed', 'Only a client with a portfolio answers a connection link.'],
  other_environment: [
    'invalid_parameter',
    'The key that this link is for reads portfolios of the other environment.',
  ],
}

/** Throws where the client cannot approve the request, with the reason. */
export function requireApprovable({ refusal }: OpenedRequest): void {
  if (refusal === null) return
  const [code, reason] = REASONS[refusal]
  throw new GatewayError(code, reason)
}
