import { createHash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Request, Response } from 'express'
import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'
import { cursorKeyOf } from './cursors.ts'
import { text } from './paging.ts'
import { identifyStatement, run } from './statements.ts'

/** The access of one key to the portfolio of one client. */
export interface Access {
  readonly cursorKey: string
  readonly keyId: string
  readonly grantId: string
  readonly clientId: string
  readonly currency: string
  /** The latest change of the terms of the grant. */
  readonly termsAt: Date
  /** The instant from which deltas are possible. */
  readonly begin: Date
  /** The instants up to which expired links and changes are read. */
  readonly clockUntil: Date
  readonly deltaUntil: Date
  readonly scopes: readonly string[]
  readonly filter: { readonly type: string; readonly values: string[] }
  /** In the form of response bodies. */
  readonly grant: object
}

interface Row {
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
  readonly changed_at: string
  readonly shown_until: string | null
  readonly full_before: string | null
  readonly deltas_from: string | null
}

const PER_MINUTE = { standard: 1_000, elevated: 5_000, enterprise: 20_000 }
const SANDBOX_PER_MINUTE = 100

/** Looks up the key and its grant, counts the request, and returns the access; throws an ApiError. */
export function createAuthorize(pool: pg.Pool, secret: string) {
  const cursorKey = cursorKeyOf(secret)
  const statement = identifyStatement()
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 })
  return async function authorize(request: Request, response: Response): Promise<Access> {
    const bearer = /^Bearer (\S{1,200})$/.exec(request.get('Authorization') ?? '')?.[1]
    if (!bearer) throw new ApiError(401, 'missing_api_key', 'Send an API key.')
    const secretHash = createHash('sha256').update(bearer).digest()
    const clientId = text(request, 'client_id')
    if (!clientId) throw new ApiError(400, 'missing_parameter', 'Missing parameter: client_id.')
    const [found] = await run(pool, await statement, { secretHash, at: null, clientId })
    // The statement is the gateway's, whose columns these are.
    const row = found as Row | undefined
    if (!row || !isLive(row))
      throw new ApiError(401, 'invalid_api_key', 'The API key is not valid.')
    await count(counter, row, response)
    requireAddress(row.allowed_ips, request.ip ?? '')
    requireVersion(request, response)
    if (!hasGrant(row)) throw new ApiError(403, 'no_active_grant', 'No grant for this client.')
    return { ...toAccess(row), cursorKey }
  }
}

function isLive({ state, key_expires_at, secret_expires_at, now }: Row): boolean {
  return state === 'active' && !isPast(key_expires_at, now) && !isPast(secret_expires_at, now)
}

function hasGrant({ grant_id, grant_state, grant_expires_at, now }: Row): boolean {
  return grant_id !== null && grant_state === 'active' && !isPast(grant_expires_at, now)
}

function isPast(instant: string | null, now: string): boolean {
  return instant !== null && Date.parse(instant) <= Date.parse(now)
}

async function count(counter: RateLimiterMemory, row: Row, response: Response): Promise<void> {
  const limit = row.environment === 'sandbox' ? SANDBOX_PER_MINUTE : PER_MINUTE[row.tier]
  const { consumedPoints, msBeforeNext } = await counter.consume(row.key_id)
  response.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - consumedPoints)),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + msBeforeNext) / 1000)),
  })
  if (consumedPoints <= limit) return
  response.set('Retry-After', String(Math.ceil(msBeforeNext / 1000)))
  throw new ApiError(429, 'rate_limit_exceeded', `More than ${limit} requests in a minute.`)
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

function requireVersion(request: Request, response: Response): void {
  const version = request.get('X-Service-Version') ?? ''
  const today = new Date().toISOString().slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < '2024-01-01' || version > today)
    throw new ApiError(400, 'invalid_version', 'Send X-Service-Version: YYYY-MM-DD.')
  response.set('X-Service-Version', '2024-01-01')
}

function toAccess(row: Row): Omit<Access, 'cursorKey'> {
  const scopes = row.scopes.filter((scope) => row.grant_scopes.includes(scope))
  const deltaUntil = latest(row.changed_at, row.shown_until)
  const begin = latest(row.grant_changed_at, row.full_before, row.deltas_from)
  return {
    keyId: row.key_id,
    grantId: row.grant_id ?? '',
    clientId: row.client_id,
    currency: row.currency,
    termsAt: new Date(row.grant_changed_at),
    begin,
    deltaUntil,
    clockUntil: begin > deltaUntil ? begin : deltaUntil,
    scopes,
    filter: { type: row.filter_type, values: row.filter_values },
    grant: {
      id: row.grant_id,
      version: row.grant_version,
      scopes,
      asset_filter: row.filter_type,
      expires_at: row.grant_expires_at && new Date(row.grant_expires_at),
    },
  }
}

function latest(...instants: (string | null)[]): Date {
  return new Date(Math.max(...instants.flatMap((at) => (at === null ? [] : Date.parse(at)))))
}
