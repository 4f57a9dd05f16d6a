import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { GatewayError, toGatewayError } from '../errors.ts'
import { createAddressBuckets } from './address-buckets.ts'
import { isAllowedAddress } from './allowed-address.ts'
import { readBearer } from './bearer.ts'
import { allowanceOf, type Caller, type Partner, type Person } from './caller.ts'
import { type Concurrency, createMemoryConcurrency } from './concurrency.ts'
import { createLookUp } from './credential-lookup.ts'
import {
  addressNotAllowed,
  factorRequired,
  invalidKey,
  invalidSession,
  invalidToken,
  missingKey,
  missingToken,
} from './credential-refusals.ts'
import type { Exchange } from './exchange.ts'
import {
  identifyPartner,
  identifyPerson,
  identifySession,
  type PartnerIdentity,
  type SignedIn,
} from './identity.reads.ts'
import { findLive } from './live-credentials.reads.ts'
import { type Quota, quotaRefusal } from './quota.ts'
import { isRequestOver, onRequestEnd } from './request-end.ts'
import { createScreening } from './screening.ts'
import type { SessionCookies } from './session-cookie.ts'
import { beginUse, noteRead } from './use.ts'

export { networkOf } from './address-buckets.ts'

/** The gate of every request: who is calling, and whether they may still call this minute. */
export interface Gate {
  /**
   * The partner behind an API key, with its view of `clientId`. Throws a 401, `ip_not_allowed`, or
   * 429 once the caller's address is over its limit of requests without a good credential.
   */
  identifyPartner(
    exchange: Exchange,
    authorization: string | undefined,
    clientId: string | null,
  ): Promise<PartnerIdentity>
  /** The person behind an access token; throws likewise. */
  identifyPerson(exchange: Exchange, authorization: string | undefined): Promise<Caller>
  /** The person whose browser sent a session's cookie; throws likewise, and `second_factor_required`. */
  identifySession(exchange: Exchange, cookie: string): Promise<Person>
  /** The same for the paths of sign-in, where a second factor can still be set up. */
  identifySignedIn(exchange: Exchange, cookie: string): Promise<SignedIn>
  /** A partner or a person by the bearer that was presented; null where none was. */
  identifyAny(exchange: Exchange, authorization: string | undefined): Promise<Caller | null>
  /** Counts a request without a caller against its address; throws 429 when that is spent. */
  chargeStranger(exchange: Exchange): Promise<void>
  /**
   * What a refusal is answered: the same, once it is counted against the address where nothing of
   * the request was counted yet, or 429 where that is spent. A fault of ours is not counted.
   */
  countRefusal(exchange: Exchange, refusal: GatewayError): Promise<GatewayError>
  /** Counts `cost` against the caller; throws 429. */
  charge(exchange: Exchange, caller: Caller, cost: number): Promise<void>
  /**
   * Counts a request of the caller, and holds one of the caller's slots until the response is
   * closed. Throws 429 where either is spent.
   */
  admit(exchange: Exchange, caller: Caller, response: ServerResponse): Promise<void>
  /** Takes back what the exchange was charged: the request failed by data of ours alone. */
  giveBack(exchange: Exchange): Promise<void>
}

export function createGate(
  pool: pg.Pool,
  quota: Quota,
  cookies: SessionCookies,
  concurrency: Concurrency = createMemoryConcurrency(),
): Gate {
  const buckets = createAddressBuckets(quota)
  const isLive = createScreening((credentials) => findLive(pool, credentials, new Date()))
  const lookUp = createLookUp(buckets, isLive)

  const gate: Gate = {
    chargeStranger: buckets.countAnonymous,
    async countRefusal(exchange, refusal) {
      if (exchange.quota) return refusal
      const count = refusal.status < 500 ? buckets.countAnonymous : buckets.showAnonymous
      return count(exchange).then(() => refusal, toGatewayError)
    },
    async identifyPartner(exchange, authorization, clientId) {
      const bearer = readBearer(authorization)
      if (bearer.kind === 'none') return refuseAnonymous(exchange, missingKey())
      if (bearer.kind !== 'key') return refuseCredential(exchange, invalidKey())
      const { hash, stored } = bearer
      const found = await lookUp(exchange, stored, () =>
        orThrow(identifyPartner(pool, hash, clientId, exchange.now), invalidKey),
      )
      exchange.use = beginUse(found.partner.keyId)
      await requireAllowedAddress(exchange, found.partner)
      const { portfolio } = found
      if (portfolio && !(portfolio instanceof Error)) noteRead(exchange, portfolio)
      return found
    },
    async identifyPerson(exchange, authorization) {
      const bearer = readBearer(authorization)
      if (bearer.kind === 'none') return refuseAnonymous(exchange, missingToken())
      if (bearer.kind !== 'token') return refuseCredential(exchange, invalidToken())
      const { hash, stored } = bearer
      return lookUp(exchange, stored, () =>
        orThrow(identifyPerson(pool, hash, exchange.now), invalidToken),
      )
    },
    async identifySession(exchange, cookie) {
      const { person, lacksFactor } = await gate.identifySignedIn(exchange, cookie)
      if (lacksFactor) throw factorRequired()
      return person
    },
    async identifySignedIn(exchange, cookie) {
      const session = cookies.verify(cookie)
      if (!session) return refuseCredential(exchange, invalidSession())
      const { token, hash } = session
      const mark = Buffer.from(hash).toString('hex')
      return lookUp(exchange, { kind: 'session', stored: token, mark }, () =>
        orThrow(identifySession(pool, token, exchange.now), invalidSession),
      )
    },
    async identifyAny(exchange, authorization) {
      const { kind } = readBearer(authorization)
      if (kind === 'none') return null
      if (kind === 'token') return gate.identifyPerson(exchange, authorization)
      return (await gate.identifyPartner(exchange, authorization, null)).partner
    },
    async charge(exchange, caller, cost) {
      const { subject, limit } = allowanceOf(caller)
      exchange.quota = await quota.spend(subject, limit, cost)
      exchange.paid = { subject, cost: cost + (exchange.paid?.cost ?? 0) }
      if (exchange.quota.exceeded) throw quotaRefusal(exchange.quota, exchange.now)
    },
    async admit(exchange, caller, response) {
      await gate.charge(exchange, caller, 1)
      const release = await concurrency.enter(allowanceOf(caller).subject)
      onRequestEnd(response, release)
      if (isRequestOver(response)) throw abandoned()
    },
    async giveBack(exchange) {
      const { paid, quota: shown } = exchange
      if (!paid || !shown) return
      const remaining = Math.min(shown.limit, shown.remaining + paid.cost)
      exchange.quota = { ...shown, remaining }
      exchange.paid = null
      await quota.refund(paid.subject, paid.cost)
    },
  }

  // A key that is used from elsewhere owes nothing, and whoever uses it there is counted by address.
  async function requireAllowedAddress(exchange: Exchange, partner: Partner): Promise<void> {
    try {
      if (isAllowedAddress(partner, exchange.ip)) return
    } catch (thrown) {
      await gate.charge(exchange, partner, 0)
      throw thrown
    }
    return refuseCredential(exchange, addressNotAllowed())
  }

  async function refuseAnonymous(exchange: Exchange, refusal: GatewayError): Promise<never> {
    await buckets.countAnonymous(exchange)
    throw refusal
  }

  async function refuseCredential(exchange: Exchange, refusal: GatewayError): Promise<never> {
    throw (await buckets.beginAttempt(exchange)).refuse(refusal)
  }

  return gate
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
const abandoned = () =>
  new GatewayError('too_many_concurrent_requests', 'The caller left while the request waited.')
