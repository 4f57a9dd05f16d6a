import type pg from 'pg'
import { readRows } from '../../database/statement.ts'
import { GatewayError } from '../../errors.ts'
import type { Context } from '../../schema/context.ts'
import { poolOf } from '../../schema/context.ts'
import { keyReference } from '../grants/partner-grant.reads.ts'
import type { GrantKey } from '../grants/partner-grant.type.ts'
import { keyState } from '../keys/api-key.reads.ts'
import { type ConnectionAsk, readLink } from './link.ts'

export type ConnectionRefusal = 'no_portfolio' | 'other_environment' | 'key_ended' | 'link_expired'

/** What a link asks for, with the key that asks and why this client cannot approve it, if so. */
export interface ConnectionRequest extends ConnectionAsk {
  readonly key: GrantKey & { readonly firmId: string }
  readonly refusal: ConnectionRefusal | null
}

type AskingKey = ConnectionRequest['key'] & {
  /** That of the reader's own portfolio; null where there is none. */
  own_environment: GrantKey['environment'] | null
}

/** What a link asks of the client who opened it. Throws `invalid_parameter` for a link that is not of our making. */
export async function openLink(
  link: string,
  clientId: string,
  context: Context,
): Promise<ConnectionRequest> {
  const ask = readLink(link, context.deriveSecret('connection-links'))
  const { now } = context.exchange
  const found = await readAskingKey(poolOf(context), ask.keyId, clientId, now)
  if (!found) throw new GatewayError('record_not_found', 'There is no key with this id.')
  const { own_environment: own, ...key } = found
  return { ...ask, key, refusal: judge(ask, key, own, now) }
}

function judge(
  ask: ConnectionAsk,
  key: GrantKey,
  own: GrantKey['environment'] | null,
  now: Date,
): ConnectionRefusal | null {
  if (key.state !== 'active') return 'key_ended'
  if (ask.expiresAt <= now) return 'link_expired'
  if (own === null) return 'no_portfolio'
  return own === key.environment ? null : 'other_environment'
}

async function readAskingKey(pool: pg.Pool, keyId: string, clientId: string, now: Date) {
  const [row] = await readRows<AskingKey>(
    pool,
    `SELECT k.id, k.name, k.environment::text AS environment, k.scopes::text[] AS scopes, f.id AS "firmId",
            f.name AS "firmName", ${keyState('$2::timestamptz')} AS state,
            ${keyReference('$2::timestamptz')} AS reference,
            (SELECT p.environment::text FROM portfolios p WHERE p.client_id = $3) AS own_environment
       FROM api_keys k JOIN firms f ON f.id = k.firm_id WHERE k.id = $1`,
    [keyId, now, clientId],
  )
  return row ?? null
}

const REASONS: Record<ConnectionRefusal, ['invalid_parameter' | 'caller_not_allowed', string]> = {
  key_ended: ['invalid_parameter', 'The key that this link is for has ended; ask for a new link.'],
  link_expired: ['invalid_parameter', 'This link has expired; ask for a new one.'],
  no_portfolio: ['caller_not_allowed', 'Only a client with a portfolio answers a connection link.'],
  other_environment: [
    'invalid_parameter',
    'The key that this link is for reads portfolios of the other environment.',
  ],
}

/** Throws where the client cannot approve the request, with the reason. */
export function requireApprovable({ refusal }: ConnectionRequest): void {
  if (refusal === null) return
  const [code, reason] = REASONS[refusal]
  throw new GatewayError(code, reason)
}
