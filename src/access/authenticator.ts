import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { GatewayError, toGatewayError } from '../errors.ts'
import { createAddressLimiter } from './address-limiter.ts'
import { isAllowedAddress } from './allowed-address.ts'
import { readBearer } from './bearer.ts'
import { allowanceOf, type Caller, type Partner, type Person } from './caller.ts'
import { type Concurrency, createMemoryConcurrency } from './concurrency.ts'
import {
  addressNotAllowed,
  invalidKey,
  invalidSession,
  invalidToken,
  missingKey,
  missingToken,
  secondFactorRequired,
} from './credential-errors.ts'
import { createCredentialLookup } from './credential-lookup.ts'
import { identifyPartner, identifyPerson, type PartnerIdentity } from './identity.reads.ts'
import { findLive } from './live-credentials.reads.ts'
import { createLivenessBatcher } from './liveness-batcher.ts'
import { type Quota, quotaError } from './quota.ts'
import type { RequestContext } from './request-context.ts'
import { isRequestOver, onRequestEnd } from './request-end.ts'
import { createRequestUsage, recordRead } from './request-usage.ts'
import { identifySession, type SignedIn } from './session.reads.ts'
import type { SessionCookies } from './session-cookie.ts'
import { waitOutsideTurn } from './turn.ts'

export { networkOf } from './address-limiter.ts'

/** Identifies the caller of every request, and counts the request against the caller's limits. */
export interface Authenticator {
  /**
   * The partner that holds the API key, with its access to the portfolio of `clientId`. Throws a
   * 401, `ip_not_allowed`, or 429 if the address is over its limit of failed credentials.
   */
  identifyPartner(
    requestContext: RequestContext,
    authorization: string | undefined,
    clientId: string | null,
  ): Promise<PartnerIdentity>
  /** The person whose access token it is. Throws a 401 or 429 likewise. */
  identifyPerson(requestContext: RequestContext, authorization: string | undefined): Promise<Caller>
  /**
   * The person whose session cookie it is; `named` is the session that the request names. Throws a 401
   * or 429 likewise, `session_changed`, or `second_factor_required`.
   */
  identifySession(
    requestContext: RequestContext,
    cookie: string,
    named: string | undefined,
  ): Promise<Person>
  /** The same for the sign-in paths, where staff can still set up their second factor. */
  identifySignedIn(
    requestContext: RequestContext,
    cookie: string,
    named: string | undefined,
  ): Promise<SignedIn>
  /** The caller of a bearer credential of any kind; null if the request has none. */
  identifyAny(
    requestContext: RequestContext,
    authorization: string | undefined,
  ): Promise<Caller | null>
  /** Counts a request without a caller against its address. Throws 429 over the limit. */
  chargeAnonymous(requestContext: RequestContext): Promise<void>
  /**
   * Counts a failed request against its address, unless the request was already counted. Returns the
   * error to send: the given one, or 429 if the address is over its limit. Internal errors are not
   * counted.
   */
  countError(requestContext: RequestContext, error: GatewayError): Promise<GatewayError>
  /** Counts `cost` requests against the caller's quota. Throws 429 over the limit. */
  charge(requestContext: RequestContext, caller: Caller, cost: number): Promise<void>
  /**
   * Counts one request against the caller's quota, and holds one of the caller's concurrency slots
   * until the request ends. Throws 429 over either limit.
   */
  admit(requestContext: RequestContext, caller: Caller, response: ServerResponse): Promise<void>
  /** Takes back what the request was charged, because it failed only on damaged stored data. */
  refund(requestContext: RequestContext): Promise<void>
}

/** What tests replace. */
export interface AuthenticatorOptions {
  readonly concurrency?: Concurrency
  /** Whose clock decides what has expired. With `request` it is that of the request context. */
  readonly clock?: 'database' | 'request'
}

export function createAuthenticator(
  pool: pg.Pool,
  quota: Quota,
  cookies: SessionCookies,
  { concurrency = createMemoryConcurrency(), clock = 'database' }: AuthenticatorOptions = {},
): Authenticator {
  const addressLimiter = createAddressLimiter(quota)
  const isLive = createLivenessBatcher((credentials) => findLive(pool, credentials))
  const lookup = createCredentialLookup(addressLimiter, isLive)
  const instantOf = ({ now }: RequestContext) => (clock === 'database' ? null : now)

  const authenticator: Authenticator = {
    chargeAnonymous: addressLimiter.countAnonymous,
    async countError(requestContext, error) {
      if (requestContext.quota) return error
      const count =
        error.status < 500 ? addressLimiter.countAnonymous : addressLimiter.readAnonymous
      return count(requestContext).then(() => error, toGatewayError)
    },
    async identifyPartner(requestContext, authorization, clientId) {
      const bearer = readBearer(authorization)
      if (bearer.kind === 'none') return rejectAnonymous(requestContext, missingKey())
      if (bearer.kind !== 'key') return rejectCredential(requestContext, invalidKey())
      const { hash, stored } = bearer
      const found = await lookup(requestContext, stored, () =>
        orThrow(identifyPartner(pool, hash, clientId, instantOf(requestContext)), invalidKey),
      )
      requestContext.now = found.now
      requestContext.usage = createRequestUsage(found.partner.keyId)
      await requireAllowedAddress(requestContext, found.partner)
      const { portfolio } = found
      if (portfolio && !(portfolio instanceof Error)) recordRead(requestContext, portfolio)
      return found
    },
    async identifyPerson(requestContext, authorization) {
      const bearer = readBearer(authorization)
      if (bearer.kind === 'none') return rejectAnonymous(requestContext, missingToken())
      if (bearer.kind !== 'token') return rejectCredential(requestContext, invalidToken())
      const { hash, stored } = bearer
      const { person, now } = await lookup(requestContext, stored, () =>
        orThrow(identifyPerson(pool, hash, instantOf(requestContext)), invalidToken),
      )
      requestContext.now = now
      return person
    },
    async identifySession(requestContext, cookie, named) {
      const signedIn = await authenticator.identifySignedIn(requestContext, cookie, named)
      const { person, lacksFactor } = signedIn
      if (lacksFactor) throw secondFactorRequired()
      return person
    },
    async identifySignedIn(requestContext, cookie, named) {
      const session = cookies.verify(cookie)
      if (!session) return rejectCredential(requestContext, invalidSession())
      const { token, hash } = session
      const fingerprint = Buffer.from(hash).toString('hex')
      const credential = { kind: 'session', stored: token, fingerprint } as const
      const signedIn = await lookup(requestContext, credential, () =>
        orThrow(identifySession(pool, token, instantOf(requestContext), named), invalidSession),
      )
      requestContext.now = signedIn.now
      return signedIn
    },
    async identifyAny(requestContext, authorization) {
      const { kind } = readBearer(authorization)
      if (kind === 'none') return null
      if (kind === 'token') return authenticator.identifyPerson(requestContext, authorization)
      return (await authenticator.identifyPartner(requestContext, authorization, null)).partner
    },
    async charge(requestContext, caller, cost) {
      const { subject, limit } = allowanceOf(caller)
      requestContext.quota = await quota.spend(subject, limit, cost)
      requestContext.charged = { subject, cost: cost + (requestContext.charged?.cost ?? 0) }
      if (requestContext.quota.exceeded)
        throw quotaError(requestContext.quota, requestContext.arrivedAt)
    },
    async admit(requestContext, caller, response) {
      await authenticator.charge(requestContext, caller, 1)
      const { subject } = allowanceOf(caller)
      const release = await waitOutsideTurn(requestContext, concurrency.acquire(subject))
      onRequestEnd(response, release)
      if (isRequestOver(response)) throw clientDisconnected()
    },
    async refund(requestContext) {
      const { charged, quota: state } = requestContext
      if (!charged || !state) return
      const remaining = Math.min(state.limit, state.remaining + charged.cost)
      requestContext.quota = { ...state, remaining }
      requestContext.charged = null
      await quota.refund(charged.subject, state, charged.cost)
    },
  }

  // A request from an address outside the allow-list is not charged to the key, so that a stolen key
  // cannot be used to exhaust its quota. It counts as a failed credential of the address.
  async function requireAllowedAddress(
    requestContext: RequestContext,
    partner: Partner,
  ): Promise<void> {
    try {
      if (isAllowedAddress(partner, requestContext.ip)) return
    } catch (thrown) {
      await authenticator.charge(requestContext, partner, 0)
      throw thrown
    }
    return rejectCredential(requestContext, addressNotAllowed())
  }

  async function rejectAnonymous(
    requestContext: RequestContext,
    error: GatewayError,
  ): Promise<never> {
    await addressLimiter.countAnonymous(requestContext)
    throw error
  }

  async function rejectCredential(
    requestContext: RequestContext,
    error: GatewayError,
  ): Promise<never> {
    throw (await addressLimiter.countCredential(requestContext)).toError(error)
  }

  return authenticator
}

async function orThrow<Found>(
  read: Promise<Found | null>,
  createError: () => GatewayError,
): Promise<Found> {
  const found = await read
  if (found === null) throw createError()
  return found
}

// This error is not sent. It stops the work for a client that has disconnected.
const clientDisconnected = () =>
  new GatewayError(
    'too_many_concurrent_requests',
    'The client disconnected while the request waited.',
  )
