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
  factorRequired,
  invalidKey,
  invalidSession,
  invalidToken,
  missingKey,
  missingToken,
} from './credential-errors.ts'
import { createCredentialLookup } from './credential-lookup.ts'
import {
  identifyPartner,
  identifyPerson,
  identifySession,
  type PartnerIdentity,
  type SignedIn,
} from './identity.reads.ts'
import { findLive } from './live-credentials.reads.ts'
import { createLivenessBatcher } from './liveness-batcher.ts'
import { type Quota, quotaError } from './quota.ts'
import type { RequestContext } from './request-context.ts'
import { isRequestOver, onRequestEnd } from './request-end.ts'
import { createRequestUsage, recordRead } from './request-usage.ts'
import type { SessionCookies } from './session-cookie.ts'

export { networkOf } from './address-limiter.ts'

/** The authenticator of every request: who is calling, and whether they may still call this minute. */
export interface Authenticator {
  /**
   * The partner behind an API key, with its view of `clientId`. Throws a 401, `ip_not_allowed`, or
   * 429 once the caller's address is over its limit of requests without a good credential.
   */
  identifyPartner(
    requestContext: RequestContext,
    authorization: string | undefined,
    clientId: string | null,
  ): Promise<PartnerIdentity>
  /** The person behind an access token; throws likewise. */
  identifyPerson(requestContext: RequestContext, authorization: string | undefined): Promise<Caller>
  /** The person whose browser sent a session's cookie; throws likewise, and `second_factor_required`. */
  identifySession(requestContext: RequestContext, cookie: string): Promise<Person>
  /** The same for the paths of sign-in, where a second factor can still be set up. */
  identifySignedIn(requestContext: RequestContext, cookie: string): Promise<SignedIn>
  /** A partner or a person by the bearer that was presented; null where none was. */
  identifyAny(
    requestContext: RequestContext,
    authorization: string | undefined,
  ): Promise<Caller | null>
  /** Counts a request without a caller against its address; throws 429 when that is spent. */
  chargeAnonymous(requestContext: RequestContext): Promise<void>
  /**
   * What a refusal is answered: the same, once it is counted against the address where nothing of
   * the request was counted yet, or 429 where that is spent. A fault of ours is not counted.
   */
  countError(requestContext: RequestContext, refusal: GatewayError): Promise<GatewayError>
  /** Counts `cost` against the caller; throws 429. */
  charge(requestContext: RequestContext, caller: Caller, cost: number): Promise<void>
  /**
   * Counts a request of the caller, and holds one of the caller's slots until the response is
   * closed. Throws 429 where either is spent.
   */
  admit(requestContext: RequestContext, caller: Caller, response: ServerResponse): Promise<void>
  /** Takes back what the requestContext was charged: the request failed by data of ours alone. */
  refund(requestContext: RequestContext): Promise<void>
}

export function createAuthenticator(
  pool: pg.Pool,
  quota: Quota,
  cookies: SessionCookies,
  concurrency: Concurrency = createMemoryConcurrency(),
): Authenticator {
  const buckets = createAddressLimiter(quota)
  const isLive = createLivenessBatcher((credentials) => findLive(pool, credentials, new Date()))
  const lookUp = createCredentialLookup(buckets, isLive)

  const authenticator: Authenticator = {
    chargeAnonymous: buckets.countAnonymous,
    async countError(requestContext, refusal) {
      if (requestContext.quota) return refusal
      const count = refusal.status < 500 ? buckets.countAnonymous : buckets.readAnonymous
      return count(requestContext).then(() => refusal, toGatewayError)
    },
    async identifyPartner(requestContext, authorization, clientId) {
      const bearer = readBearer(authorization)
      if (bearer.kind === 'none') return rejectAnonymous(requestContext, missingKey())
      if (bearer.kind !== 'key') return rejectCredential(requestContext, invalidKey())
      const { hash, stored } = bearer
      const found = await lookUp(requestContext, stored, () =>
        orThrow(identifyPartner(pool, hash, clientId, requestContext.now), invalidKey),
      )
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
      return lookUp(requestContext, stored, () =>
        orThrow(identifyPerson(pool, hash, requestContext.now), invalidToken),
      )
    },
    async identifySession(requestContext, cookie) {
      const { person, lacksFactor } = await authenticator.identifySignedIn(requestContext, cookie)
      if (lacksFactor) throw factorRequired()
      return person
    },
    async identifySignedIn(requestContext, cookie) {
      const session = cookies.verify(cookie)
      if (!session) return rejectCredential(requestContext, invalidSession())
      const { token, hash } = session
      const fingerprint = Buffer.from(hash).toString('hex')
      return lookUp(requestContext, { kind: 'session', stored: token, fingerprint }, () =>
        orThrow(identifySession(pool, token, requestContext.now), invalidSession),
      )
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
      if (requestContext.quota.exceeded) throw quotaError(requestContext.quota, requestContext.now)
    },
    async admit(requestContext, caller, response) {
      await authenticator.charge(requestContext, caller, 1)
      const release = await concurrency.enter(allowanceOf(caller).subject)
      onRequestEnd(response, release)
      if (isRequestOver(response)) throw callerGone()
    },
    async refund(requestContext) {
      const { charged, quota: shown } = requestContext
      if (!charged || !shown) return
      const remaining = Math.min(shown.limit, shown.remaining + charged.cost)
      requestContext.quota = { ...shown, remaining }
      requestContext.charged = null
      await quota.refund(charged.subject, charged.cost)
    },
  }

  // A key that is used from elsewhere owes nothing, and whoever uses it there is counted by address.
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
    refusal: GatewayError,
  ): Promise<never> {
    await buckets.countAnonymous(requestContext)
    throw refusal
  }

  async function rejectCredential(
    requestContext: RequestContext,
    refusal: GatewayError,
  ): Promise<never> {
    throw (await buckets.countCredential(requestContext)).toError(refusal)
  }

  return authenticator
}

async function orThrow<Found>(
  reading: Promise<Found | null>,
  refusal: () => GatewayError,
): Promise<Found> {
  const found = await reading
  if (found === null) throw refusal()
  return found
}

// Nobody will see it; it keeps the work from being done for nobody.
const callerGone = () =>
  new GatewayError('too_many_concurrent_requests', 'The caller left while the request waited.')
