import type { Request, Response } from 'express'
import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'
import { cursorKeyOf } from './cursors.ts'
import { createIdentify, type Identity, requireUse, SERVED_VERSION } from './identity.ts'

/** The access of one key to the portfolio of one client. */
export interface Access {
  readonly cursorKey: string
  readonly keyId: string
  readonly grantId: string
  readonly clientId: string
  readonly currency: string
  /** The latest change of the terms of the grant. */
  readonly termsAt: Date
  /** The instant from which deltas are complete. */
  readonly completeFrom: Date
  /** The instant up to which changes are read. */
  readonly changedUntil: Date
  readonly scopes: readonly string[]
  readonly filter: { readonly type: string; readonly values: string[] }
  /** In the form of response bodies. */
  readonly grant: object
}

const PER_MINUTE = { standard: 1_000, elevated: 5_000, enterprise: 20_000 }
const SANDBOX_PER_MINUTE = 100

/** Looks up the key and its grant, counts the request, and returns the access; throws an ApiError. */
export function createAuthorize(pool: pg.Pool, secret: string) {
  const cursorKey = cursorKeyOf(secret)
  const identify = createIdentify(pool)
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 })
  return async function authorize(request: Request, response: Response): Promise<Access> {
    const identity = await identify(request)
    await count(counter, identity, response)
    requireUse(identity, request)
    response.set('X-Service-Version', SERVED_VERSION)
    return toAccess(identity, cursorKey)
  }
}

async function count(counter: RateLimiterMemory, key: Identity, response: Response): Promise<void> {
  const limit = key.environment === 'sandbox' ? SANDBOX_PER_MINUTE : PER_MINUTE[key.tier]
  const { consumedPoints, msBeforeNext } = await counter.consume(key.key_id)
  response.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - consumedPoints)),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + msBeforeNext) / 1000)),
  })
  if (consumedPoints <= limit) return
  response.set('Retry-After', String(Math.ceil(msBeforeNext / 1000)))
  throw new ApiError(429, 'rate_limit_exceeded', `More than ${limit} requests in a minute.`)
}

/** The access of a key with a grant. */
export function toAccess(row: Identity, cursorKey: string): Access {
  const scopes = row.scopes.filter((scope) => row.grant_scopes.includes(scope))
  const terms = [row.grant_changed_at, row.full_before, row.deltas_from]
  return {
    cursorKey,
    keyId: row.key_id,
    grantId: row.grant_id ?? '',
    clientId: row.client_id,
    currency: row.currency,
    termsAt: new Date(row.grant_changed_at),
    completeFrom: latest(...terms),
    changedUntil: latest(row.changed_at, ...terms),
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

/** The values of the statements that an access decides. */
export function valuesOf({ clientId, completeFrom, changedUntil, filter: { values } }: Access) {
  return { clientId, completeFrom, changedUntil, filterValues: values, filterValue: values[0] }
}

function latest(...instants: (string | null)[]): Date {
  return new Date(Math.max(...instants.flatMap((at) => (at === null ? [] : Date.parse(at)))))
}
