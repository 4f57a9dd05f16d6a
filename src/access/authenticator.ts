import type pg from 'pg'
import { type GatewayError, toGatewayError } from '../errors.ts'
import { createAddressLimiter } from '../load/address-limiter.ts'
import type { Quota } from '../load/quota.ts'
import { type RequestContext, setRecheck } from '../load/request-context.ts'
import { recordRead } from '../load/request-usage.ts'
import { Concurrency } from '../load/waiting/concurrency.ts'
import { isAllowedAddress } from './allowed-address.ts'
import {
  addressNotAllowed,
  type Bearer,
  type Credential,
  invalidKey,
  invalidService,
  invalidSession,
  invalidToken,
  missingKey,
  missingToken,
  readBearer,
  secondFactorRequired,
} from './bearer.ts'
import type { Caller, Partner, Person, Service } from './caller.ts'
import { createCharges } from './charges.ts'
import type { SessionCookies } from './cookies.ts'
import { createCredentialLookup } from './credential-lookup.ts'
import { identifyPartner, identifyPerson, type PartnerIdentity } from './identity.reads.ts'
import { createLivenessBatcher, type StoredCredential } from './live-credentials.reads.ts'
import { requireSame, requireSameGrants } from './same-caller.ts'
import { identifyService } from './service.reads.ts'
import { identifySession, type SignedIn } from './session.reads.ts'

/** Identifies the caller of every request, and counts the request against the caller's limits. */
export type Authenticator = ReturnType<typeof createAuthenticator>

/** Parts that tests replace. */
interface AuthenticatorOptions {
  readonly concurrency?: Pick<Concurrency, 'acquire'>
  /** Which clock decides what has expired. `request`: `now` of the request context. */
  readonly clock?: 'database' | 'request'
  readonly onFirstUse?: FirstUseListener
}

/** Called before the first request with a secret of a service account is answered. */
export type FirstUseListener = (
  service: Service,
  hash: Uint8Array,
  requestContext: RequestContext,
) => Promise<void>

export function createAuthenticator(
  pool: pg.Pool,
  quota: Quota,
  cookies: SessionCookies,
  {
    concurrency = new Concurrency(),
    clock = 'database',
    onFirstUse = async () => {},
  }: AuthenticatorOptions = {},
) {
  const addressLimiter = createAddressLimiter(quota)
  const lookup = createCredentialLookup(addressLimiter, createLivenessBatcher(pool))
  const charges = createCharges(quota, concurrency)

  // Finds the holder of the credential as it is at the time of the call, which then counts as now.
  const asking =
    <Found extends { readonly now: Date }>(
      requestContext: RequestContext,
      credential: StoredCredential,
      identify: (at: Date | null) => Promise<Found | null>,
      invalid: () => GatewayError,
    ) =>
    () =>
      lookup(requestContext, credential, async () => {
        const found = await identify(clock === 'database' ? null : requestContext.now)
        if (found === null) throw invalid()
        requestContext.now = found.now
        return found
      })

  return {
    ...charges,
    /** Counts `cost` requests (1 by default) without a caller against their address. Throws 429 over the limit. */
    chargeAnonymous: addressLimiter.countAnonymous,
    /** Reads what the address has left, for the rate-limit headers of a response that nobody pays for. */
    readAnonymous: addressLimiter.readAnonymous,
    /**
     * Counts a failed request against its address, unless the request was already counted. Returns the error to send: the
     * given one, or 429 if the address is over its limit. Internal errors are not counted.
     */
    async countError(requestContext: RequestContext, error: GatewayError): Promise<GatewayError> {
      if (requestContext.quota) return error
      const count =
        error.status < 500 ? addressLimiter.countAnonymous : addressLimiter.readAnonymous
      return count(requestContext).then(() => error, toGatewayError)
    },
    /**
     * The partner that holds the API key, with its access to the portfolio of `clientId`. `withNewest`: the access has
     * the newest visible change, if the grant is over all assets. Throws a 401, `ip_not_allowed`, or 429 if the address is
     * over its limit of failed credentials.
     */
    identifyPartner: (
      requestContext: RequestContext,
      authorization: string | undefined,
      clientId: string | null,
      withNewest?: boolean,
    ) => partnerOf(requestContext, readBearer(authorization), clientId, withNewest),
    /** The person whose access token it is. Throws a 401, or a 429 as for partners. */
    identifyPerson: (requestContext: RequestContext, authorization: string | undefined) =>
      personOf(requestContext, readBearer(authorization)),
    /**
     * The person whose session cookie it is; `named` is the session id in the request's header `X-Page-Session`. Throws a
     * 401, 429, `session_changed`, or `second_factor_required`.
     */
    async identifySession(
      requestContext: RequestContext,
      cookie: string,
      named: string | undefined,
    ): Promise<Person> {
      const { person, lacksFactor } = await signedInOf(requestContext, cookie, named)
      if (lacksFactor) throw secondFactorRequired()
      return person
    },
    /** The same for the sign-in paths, where staff can still set up their second factor. */
    identifySignedIn: signedInOf,
    /** The caller of a bearer credential of any kind; null if the request has none. */
    async identifyAny(
      requestContext: RequestContext,
      authorization: string | undefined,
    ): Promise<Caller | null> {
      const bearer = readBearer(authorization)
      if (bearer.kind === 'none') return null
      if (bearer.kind === 'token') return personOf(requestContext, bearer)
      if (bearer.kind === 'service') return serviceOf(requestContext, bearer)
      return (await partnerOf(requestContext, bearer, null)).partner
    },
  }

  async function signedInOf(
    requestContext: RequestContext,
    cookie: string,
    named: string | undefined,
  ): Promise<SignedIn> {
    const session = cookies.verify(cookie)
    if (!session) return rejectCredential(requestContext, invalidSession())
    const { token, hash } = session
    const fingerprint = Buffer.from(hash).toString('hex')
    const credential = { kind: 'session', stored: token, fingerprint } as const
    const identify = (at: Date | null) => identifySession(pool, token, at, named)
    const ask = asking(requestContext, credential, identify, invalidSession)
    const signedIn = await ask()
    // `checkedAt` is not compared: the person may have confirmed a password meanwhile.
    const factsOf = ({ person, lacksFactor: lacks }: SignedIn) => [person.isStaff, lacks]
    setRecheck(requestContext, async () => requireSame(factsOf(signedIn), factsOf(await ask())))
    return signedIn
  }

  async function partnerOf(
    requestContext: RequestContext,
    bearer: Bearer,
    clientId: string | null,
    withNewest = false,
  ): Promise<PartnerIdentity> {
    if (bearer.kind === 'none') return rejectAnonymous(requestContext, missingKey())
    if (bearer.kind !== 'key') return rejectCredential(requestContext, invalidKey(bearer.kind))
    const identify = (at: Date | null) =>
      identifyPartner(pool, bearer.stored, clientId, at, withNewest)
    const ask = asking(requestContext, bearer, identify, invalidKey)
    const found = await ask()
    setRecheck(requestContext, async () => {
      const { partner } = await ask()
      await requireAllowedAddress(requestContext, partner)
      requireSame(found.partner, partner)
      await requireSameGrants(pool, requestContext, partner)
    })
    requestContext.usage = { keyId: found.partner.keyId, opened: new Map(), listed: [] }
    await requireAllowedAddress(requestContext, found.partner)
    const access = found.decision?.access
    if (access && !(access instanceof Error)) recordRead(requestContext, access)
    return found
  }

  async function personOf(requestContext: RequestContext, bearer: Bearer): Promise<Person> {
    if (bearer.kind === 'none') return rejectAnonymous(requestContext, missingToken())
    if (bearer.kind !== 'token') return rejectCredential(requestContext, invalidToken(bearer.kind))
    const identify = (at: Date | null) => identifyPerson(pool, bearer.stored, at)
    const ask = asking(requestContext, bearer, identify, invalidToken)
    const { person } = await ask()
    setRecheck(requestContext, async () => requireSame(person, (await ask()).person))
    return person
  }

  async function serviceOf(
    requestContext: RequestContext,
    credential: Credential,
  ): Promise<Service> {
    const { stored: hash } = credential
    const identify = (at: Date | null) => identifyService(pool, hash, at)
    const find = asking(requestContext, credential, identify, invalidService)
    const ask = async () => {
      const found = await find()
      await requireAllowedAddress(requestContext, found.service)
      return found
    }
    const { service, isFirstUse } = await ask()
    setRecheck(requestContext, async () => requireSame(service, (await ask()).service))
    if (isFirstUse) await onFirstUse(service, hash, requestContext)
    return service
  }

  // A request from an address outside the allow-list is not charged to the caller, so that a stolen secret
  // cannot be used to exhaust its quota. It counts as a failed credential of the address.
  async function requireAllowedAddress(
    requestContext: RequestContext,
    caller: Partner | Service,
  ): Promise<void> {
    try {
      if (isAllowedAddress(caller, requestContext.ip)) return
    } catch (thrown) {
      // The stored ranges are damaged. The cost is 0: this only gives the response its quota headers.
      await charges.charge(requestContext, caller, 0)
      throw thrown
    }
    return rejectCredential(requestContext, addressNotAllowed(caller))
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
}
