import { createHash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Request } from 'express'
import type pg from 'pg'
import { ApiError } from './api-error.ts'
import { text } from './paging.ts'
import { run, type Statement } from './recording.ts'
import { identifyStatement } from './statements.ts'

/** A key with its grant to a client, as the gateway's statement gives it. */
export interface Identity {
  readonly key_id: string
  readonly environment: 'sandbox' | 'production'
  readonly scopes: readonly string[]
  readonly allowed_ips: readonly string[]
  readonly tier: 'standard' | 'elevated' | 'enterprise'
  readonly state: 'active' | 'revoked'
  readonly key_expires_at: string | null
  readonly secret_expires_at: string | null
  readonly now: string
  readonly grant_id: string | null
  readonly grant_version: number
  readonly grant_scopes: readonly string[]
  readonly grant_state: 'active' | 'expired' | 'revoked'
  readonly filter_type: string
  readonly filter_values: string[]
  readonly grant_expires_at: string | null
  readonly grant_changed_at: string
  readonly client_id: string
  readonly currency: string
  readonly data_version: string
  readonly changed_at: string
  readonly full_before: string | null
  readonly deltas_from: string | null
}

/** The version of the interface that the responses have. */
export const SERVED_VERSION = '2024-01-01'

/** Looks up the key and the grant of a request; throws an ApiError unless the key is live. */
export function createIdentify(pool: pg.Pool): (request: Request) => Promise<Identity> {
  const statement = identifyStatement()
  return async (request) => {
    const bearer = /^Bearer (\S{1,200})$/.exec(request.get('Authorization') ?? '')?.[1]
    if (!bearer) throw new ApiError(401, 'missing_api_key', 'Send an API key.')
    const clientId = text(request, 'client_id')
    if (!clientId) throw new ApiError(400, 'missing_parameter', 'Missing parameter: client_id.')
    const identity = await identify(pool, await statement, bearer, clientId)
    if (!identity || !isLive(identity))
      throw new ApiError(401, 'invalid_api_key', 'The API key is not valid.')
    return identity
  }
}

/** Runs the statement that identifies a key and its grant to a client. */
export async function identify(
  pool: pg.Pool,
  statement: Statement,
  secret: string,
  clientId: string,
): Promise<Identity | undefined> {
  const secretHash = hashOf(secret)
  const [found] = await run(pool, statement, { secretHash, at: null, clientId })
  // The statement is the gateway's, whose columns these are.
  return found as Identity | undefined
}

/** The hash of a secret, by which it is stored. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Throws an ApiError unless the key may be used from this address, with this version, for this client. */
export function requireUse(identity: Identity, request: Request): void {
  requireAddress(identity.allowed_ips, request.ip ?? '')
  requireVersion(request)
  if (!hasGrant(identity)) throw new ApiError(403, 'no_active_grant', 'No grant for this client.')
}

function isLive({ state, key_expires_at, secret_expires_at, now }: Identity): boolean {
  return state === 'active' && !isPast(key_expires_at, now) && !isPast(secret_expires_at, now)
}

function hasGrant({ grant_id, grant_state, grant_expires_at, now }: Identity): boolean {
  return grant_id !== null && grant_state === 'active' && !isPast(grant_expires_at, now)
}

function isPast(instant: string | null, now: string): boolean {
  return instant !== null && Date.parse(instant) <= Date.parse(now)
}

function requireAddress(ranges: readonly string[], ip: string): void {
  if (ranges.length === 0) return
  const allowed = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    allowed.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4')
  }
  if (!allowed.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4'))
    throw new ApiError(403, 'ip_not_allowed', 'This key may not be used from your address.')
}

function requireVersion(request: Request): void {
  const version = request.get('X-Service-Version') ?? ''
  const today = new Date().toISOString().slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < SERVED_VERSION || version > today)
    throw new ApiError(400, 'invalid_version', 'Send X-Service-Version: YYYY-MM-DD.')
}
