import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { GatewayError } from '../errors.ts'
import { allowanceOf, type Caller, type Partner, type Person } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { createLookUp } from './first-look.ts'
import {
  identifyPartner,
  identifyPerson,
  identifySession,
  type PartnerIdentity,
  type SignedIn,
} from './identity.reads.ts'
import { type Quota, quotaRefusal } from './quota.ts'
import { parseSecret } from './secret.ts'
import type { SessionCookies } from './session-cookie.ts'
import { beginUse, noteRead } from './use.ts'

/** What was presented as a bearer: an API key, an access token, nothing, or something that cannot be either. */
type Credential =
  | { readonly kind: 'key' | 'token'; readonly hash: Uint8Array }
  | { readonly kind: 'none' | 'malformed' }

const STRANGERS_PER_MINUTE = 100

/** The gate of every request: who is calling, and whether they may still call this minute. */
export interface Gate {
  /** The partner behind an API key, with its view of `clientId`. Throws a 401, or 429 for the caller's address. */
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
  /** Counts a request without a caller against its address; throws 429 when that is spent. A cost of 0 only looks. */
  chargeStranger(exchange: Exchange, cost?: number): Promise<void>
  /** Counts `cost` against the caller; throws 429, then `ip_not_allowed`. */
  charge(exchange: Exchange, caller: Caller, cost: number): Promise<void>
}

export function createGate(pool: pg.Pool, quota: Quota, cookies: SessionCookies): Gate {
  const lookUp = createLookUp()

  async function spend(
    exchange: Exchange,
    subject: string,
    limit: number,
    cost: number,
  ): Promise<void> {
    exchange.quota = await quota.spend(subject, limit, cost)
    if (exchange.quota.exceeded) throw quotaRefusal(exchange.quota, exchange.now)
  }

  const addressOf = (exchange: Exchange) => `ip:${networkOf(exchange.ip)}`
  const chargeStranger = (exchange: Exchange, cost = 1) =>
    spend(exchange, addressOf(exchange), STRANGERS_PER_MINUTE, cost)

  const placeOf = (exchange: Exchange) => ({
    take: () => chargeStranger(exchange),
    giveBack: () => quota.refund(addressOf(exchange)),
  })

  const gate: Gate = {
    chargeStranger,
    async identifyPartner(exchange, authorization, clientId) {
      const credential = readBearer(authorization)
      if (credential.kind !== 'key') {
        await chargeStranger(exchange)
        throw credential.kind === 'none' ? missingKey() : invalidKey()
      }
      const { hash } = credential
      const found = await lookUp(hash, placeOf(exchange), () =>
        identifyPartner(pool, hash, clientId, exchange.now),
      )
      if (!found) throw invalidKey()
      noteIdentity(exchange, found)
      return found
    },
    async identifyPerson(exchange, authorization) {
      const credential = readBearer(authorization)
      if (credential.kind !== 'token') {
        await chargeStranger(exchange)
        throw credential.kind === 'none' ? missingToken() : invalidToken()
      }
      const { hash } = credential
      const found = await lookUp(hash, placeOf(exchange), () =>
        identifyPerson(pool, hash, exchange.now),
      )
      if (!found) throw invalidToken()
      return found
    },
    async identifySession(exchange, cookie) {
      const { person, lacksFactor } = await gate.identifySignedIn(exchange, cookie)
      if (lacksFactor) throw factorRequired()
      return person
    },
    async identifySignedIn(exchange, cookie) {
      const session = cookies.verify(cookie)
      if (!session) {
        await chargeStranger(exchange)
        throw invalidSession()
      }
      const found = await lookUp(session.hash, placeOf(exchange), () =>
        identifySession(pool, session.token, exchange.now),
      )
      if (!found) throw invalidSession()
      return found
    },
    async identifyAny(exchange, authorization) {
      const credential = readBearer(authorization)
      if (credential.kind === 'none') return null
      if (credential.kind === 'token') return gate.identifyPerson(exchange, authorization)
      return (await gate.identifyPartner(exchange, authorization, null)).partner
    },
    async charge(exchange, caller, cost) {
      const { subject, limit } = allowanceOf(caller)
      await spend(exchange, subject, limit, cost)
      if (caller.kind === 'partner') requireAllowedAddress(caller, exchange.ip)
    },
  }
  return gate
}

function noteIdentity(exchange: Exchange, { partner, portfolio }: PartnerIdentity): void {
  exchange.use = beginUse(partner.keyId)
  if (portfolio && !(portfolio instanceof GatewayError)) noteRead(exchange, portfolio)
}

function readBearer(authorization: string | undefined): Credential {
  if (authorization === undefined || authorization.trim() === '') return { kind: 'none' }
  const match = /^Bearer +([!-~]{1,200}) *$/i.exec(authorization)
  const secret = match?.[1] ? parseSecret(match[1]) : null
  if (!secret || secret.kind === 'invitation') return { kind: 'malformed' }
  return { kind: secret.kind === 'token' ? 'token' : 'key', hash: secret.hash }
}

function requireAllowedAddress(partner: Partner, ip: string): void {
  if (partner.allowedIps.length === 0) return
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : null
  const allowed = partner.allowedIps.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range)
    return address !== null && network.kind() === address.kind() && address.match(network, bits)
  })
  if (!allowed)
    throw new GatewayError('ip_not_allowed', 'This API key may not be used from your address.')
}

/** Whom an address is counted as: IPv6 callers hold whole /64 networks, one bucket for each of those. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}

const missingKey = () =>
  new GatewayError(
    'missing_api_key',
    'Send an API key: Authorization: Bearer sk_live_… or sk_test_….',
  )
const invalidKey = () => new GatewayError('invalid_api_key', 'The API key is not valid.')
const missingToken = () =>
  new GatewayError('missing_access_token', 'Send an access token: Authorization: Bearer pat_….')
const invalidSession = () =>
  new GatewayError('invalid_session', 'The session has ended. Sign in again.')
/** The refusal of staff who have not set up a second factor. */
export const factorRequired = () =>
  new GatewayError(
    'second_factor_required',
    'Staff need a second factor. Set it up before anything else.',
  )
const invalidToken = () =>
  new GatewayError('invalid_access_token', 'The access token is not valid.')
