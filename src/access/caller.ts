import { GatewayError } from '../errors.ts'
import type { ScopeSet } from './scopes.ts'

export const ENVIRONMENTS = ['production', 'sandbox'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export const TIERS = ['standard', 'elevated', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** The rights of an access token: to read and change its user's plants, or to read its user's own portfolio. */
export const TOKEN_SCOPES = ['plants', 'portfolio:read'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
/** The scopes of a new token if none are named. */
export const DEFAULT_TOKEN_SCOPES: readonly TokenScope[] = ['plants']

/** The rights of a service account: to read figures, never a portfolio. None of them is a scope of a key or a grant. */
export const SERVICE_SCOPES = [
  'figures:requests',
  'figures:webhooks',
  'figures:accounts',
  'figures:portfolios',
] as const
export type ServiceScope = (typeof SERVICE_SCOPES)[number]

export type PersonCredential =
  | { readonly kind: 'token'; readonly id: string; readonly scopes: readonly TokenScope[] }
  | {
      readonly kind: 'session'
      readonly id: string
      /** When the person last gave a password, code or passkey in this session. */
      readonly checkedAt: Date
      /** Whether the request has the header `X-Page-Session`. The pages of the portal send it with every request. */
      readonly named: boolean
    }

export interface Partner {
  readonly kind: 'partner'
  readonly keyId: string
  readonly keyName: string
  readonly environment: Environment
  readonly tier: Tier
  readonly scopes: ScopeSet
  readonly allowedIps: readonly string[]
  /** Whether its GraphQL requests may only name trusted documents. */
  readonly trustedDocumentsOnly: boolean
  /** Whether the secret that was sent has an end: it was replaced, or made for an hour. */
  readonly secretEnds: boolean
  readonly firm: { readonly id: string; readonly name: string }
}

/** A person, identified by a session or by an access token. A token acts as its user. */
export interface Person {
  readonly kind: 'user'
  readonly userId: string
  readonly name: string
  /** Whether the person acts as staff. Only a session can: a token reaches its user's own data only. */
  readonly isStaff: boolean
  readonly by: PersonCredential
}

/** A program of the operator, identified by the secret of its service account. */
export interface Service {
  readonly kind: 'service'
  readonly serviceId: string
  readonly scopes: readonly ServiceScope[]
  readonly allowedIps: readonly string[]
}

export type AreaCaller = Partner | Person

export type Caller = AreaCaller | Service

const PER_MINUTE: Record<Tier, number> = { standard: 1_000, elevated: 5_000, enterprise: 20_000 }
const SANDBOX_PER_MINUTE = 100
const SERVICE_PER_MINUTE = 60

/**
 * The subject that the caller's requests are counted for, and its limit per minute. The subject is a key, a service
 * account, or a person with all their sessions and tokens. Everything that counts, limits or queues requests uses this
 * subject. Heavy work is the exception because it has few places: see `partyOf`.
 */
export function allowanceOf(caller: Caller): { subject: string; limit: number } {
  switch (caller.kind) {
    case 'partner':
      return { subject: caller.keyId, limit: requestsPerMinute(caller) }
    case 'user':
      return { subject: caller.userId, limit: PER_MINUTE.standard }
    case 'service':
      return { subject: caller.serviceId, limit: SERVICE_PER_MINUTE }
  }
}

/** The party responsible for a caller: itself, or the firm of a key, because a firm can create any number of keys. */
export function partyOf(caller: Caller): string {
  return caller.kind === 'partner' ? caller.firm.id : allowanceOf(caller).subject
}

/** The limit of a key, in requests per minute. Sandbox keys have a fixed limit. */
export function requestsPerMinute(key: Pick<Partner, 'environment' | 'tier'>): number {
  return key.environment === 'sandbox' ? SANDBOX_PER_MINUTE : PER_MINUTE[key.tier]
}

/** Throws `insufficient_scope` for an access token without the scope. Other credentials pass. */
export function requireTokenScope(caller: AreaCaller, scope: TokenScope): void {
  if (caller.kind !== 'user' || caller.by.kind !== 'token') return
  if (caller.by.scopes.includes(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `This access token does not have the scope ${scope}. Create a token that has it.`,
  )
}

/** Throws `insufficient_scope` for a service account without the scope. */
export function requireServiceScope({ scopes }: Service, scope: ServiceScope): void {
  if (scopes.includes(scope)) return
  throw new GatewayError(
    'insufficient_scope',
    `This field needs the scope ${scope}, which this service account does not have.`,
  )
}
