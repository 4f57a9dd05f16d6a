import { createHash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Request, Response } from 'express'
import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'
import { cursorKeyOf } from './cursors.ts'

/** The access of one key to the portfolio of one client. */
export interface Access {
  readonly cursorKey: string
  readonly keyId: string
  readonly grantId: string
  readonly clientId: string
  readonly currency: string
  /** The latest change of the terms of the grant. */
  readonly termsAt: Date
  /** Removals before this instant are not kept. */
  readonly deltasFrom: Date | null
  readonly scopes: readonly string[]
  readonly filter: { readonly type: string; readonly values: string[] }
  /** In the form of response bodies. */
  readonly grant: object
}

interface Row {
  key_id: string
  environment: 'sandbox' | 'production'
  scopes: string[]
  allowed_ips: string[]
  tier: 'standard' | 'elevated' | 'enterprise'
  grant_id: string | null
  version: number
  grant_scopes: string[]
  filter_type: string
  filter_values: string[]
  grant_expires_at: Date | null
  client_id: string
  currency: string
  terms_at: Date
  deltas_from: Date | null
}

const IDENTIFY = {
  name: 'identify',
  text: `SELECT k.id AS key_id, k.environment, k.scopes::text[] AS scopes, k.allowed_ips, coalesce(k.tier, f.tier) AS tier,
           g.id AS grant_id, g.version, g.scopes::text[] AS grant_scopes, g.filter_type, g.filter_values,
           g.expires_at AS grant_expires_at, g.updated_at AS terms_at, p.client_id, p.currency,
           x.deltas_from
      FROM key_secrets s
      JOIN api_keys k ON k.id = s.key_id
      JOIN firms f ON f.id = k.firm_id
      LEFT JOIN grants g ON g.key_id = k.id AND g.client_id = $2 AND g.state = 'active'
       AND (g.expires_at IS NULL OR g.expires_at > now())
      LEFT JOIN portfolios p ON p.client_id = g.client_id
      LEFT JOIN shown_expiries x ON x.client_id = g.client_id
     WHERE s.hash = $1 AND k.state = 'active'
       AND (k.expires_at IS NULL OR k.expires_at > now()) AND (s.expires_at IS NULL OR s.expires_at > now())`,
}

const PER_MINUTE = { standard: 1_000, elevated: 5_000, enterprise: 20_000 }
const SANDBOX_PER_MINUTE = 100

/** Looks up the key and its grant, counts the request, and returns the access; throws an ApiError. */
export function createAuthorize(pool: pg.Pool, secret: string) {
  const cursorKey = cursorKeyOf(secret)
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 })
  return async function authorize(request: Request, response: Response): Promise<Access> {
    const bearer = /^Bearer (\S{1,200})$/.exec(request.get('Authorization') ?? '')?.[1]
    if (!bearer) throw new ApiError(401, 'missing_api_key', 'Send an API key.')
    const hash = createHash('sha256').update(bearer).digest()
    const clientId = request.query.client_id ?? null
    const { rows } = await pool.query<Row>({ ...IDENTIFY, values: [hash, clientId] })
    const row = rows[0]
    if (!row) throw new ApiError(401, 'invalid_api_key', 'The API key is not valid.')
    await count(counter, row, response)
    requireAddress(row.allowed_ips, request.ip ?? '')
    requireVersion(request, response)
    if (!clientId) throw new ApiError(400, 'missing_parameter', 'Missing parameter: client_id.')
    if (!row.grant_id) throw new ApiError(403, 'no_active_grant', 'No grant for this client.')
    return { ...toAccess(row), cursorKey }
  }
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
  return {
    keyId: row.key_id,
    grantId: row.grant_id ?? '',
    clientId: row.client_id,
    currency: row.currency,
    termsAt: row.terms_at,
    deltasFrom: row.deltas_from,
    scopes,
    filter: { type: row.filter_type, values: row.filter_values },
    grant: {
      id: row.grant_id,
      version: row.version,
      scopes,
      asset_filter: row.filter_type,
      expires_at: row.grant_expires_at,
    },
  }
}
