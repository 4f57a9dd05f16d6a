import type { ScopeSet } from './scopes.ts'

export const ENVIRONMENTS = ['production', 'sandbox'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export const TIERS = ['standard', 'elevated', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** What an access token may do: keep its user's plants, or read its user's own portfolio. */
export const TOKEN_SCOPES = ['plants', 'portfolio:read'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** What a person was identified by. */
export type PersonCredential =
  | { readonly kind: 'token'; readonly id: string; readonly scopes: readonly TokenScope[] }
  | {
      readonly kind: 'session'
      readonly id: string
      /** When the person last gave a password or second factor in this session. */
      readonly checkedAt: Date
    }

/** The holder of an API key. */
export interface Partner {
  readonly kind: 'partner'
  readonly keyId: string
  readonly keyName: string
  readonly environment: Environment
  readonly tier: Tier
  readonly scopes: ScopeSet
  readonly allowedIps: readonly string[]
  readonly firm: { readonly id: string; readonly name: string }
}

/** A person, signed in or by an access token, which acts as its user. */
export interface Person {
  readonly kind: 'user'
  readonly userId: string
  readonly name: string
  /** Whether they act as staff, which only a session does: a token reaches what is its user's own. */
  readonly isStaff: boolean
  readonly by: PersonCredential
}

export type Caller = Partner | Person

const PER_MINUTE: Record<Tier, number> = { standard: 1_000, elevated: 5_000, enterprise: 20_000 }
const SANDBOX_PER_MINUTE = 100

/** Whose requests are counted together, and how many a minute. */
export function allowanceOf(caller: Caller): { subject: string; limit: number } {
  if (caller.kind === 'user') return { subject: caller.by.id, limit: PER_MINUTE.standard }
  return { subject: caller.keyId, limit: requestsPerMinute(caller) }
}

/** How many requests a minute a key is allowed; sandbox keys have a limit of their own. */
export function requestsPerMinute(key: Pick<Partner, 'environment' | 'tier'>): number {
  return key.environment === 'sandbox' ? SANDBOX_PER_MINUTE : PER_MINUTE[key.tier]
}
