import { Option } from 'commander'
import { TOKEN_SCOPES } from '../access/caller.ts'
import { parseScopes, SCOPES } from '../access/scopes.ts'
import { DEFAULT_TOKEN_SCOPES, parseTokenScopes } from '../access/token-scopes.ts'
import { GatewayError } from '../errors.ts'
import { parseInstant } from '../values/instant.ts'
import { accept } from './command.ts'

export const TIERS = ['standard', 'elevated', 'enterprise'] as const
export const ENVIRONMENTS = ['production', 'sandbox'] as const

/** `--scopes a,b` */
export function scopesOption(): Option {
  const list = (text: string) => parseScopes(text.split(',').map((name) => name.trim()))
  return new Option('--scopes <list>', `of ${SCOPES.join(', ')}`).argParser(accept(list))
}

/** `--scopes a,b` of an access token */
export function tokenScopesOption(): Option {
  const list = (text: string) => parseTokenScopes(text.split(',').map((name) => name.trim()))
  const described = `of ${TOKEN_SCOPES.join(', ')}; default ${DEFAULT_TOKEN_SCOPES.join(', ')}`
  return new Option('--scopes <list>', described).argParser(accept(list))
}

/** What `--expires-at` was given; null is for never. In an object, since the parser takes null for nothing. */
export interface Expiry {
  readonly at: Date | null
}

/** `--expires-at T` */
export function expiryOption(): Option {
  const described = 'an RFC 3339 instant, a date (midnight UTC), or never'
  return new Option('--expires-at <time>', described).argParser(accept(parseExpiry))
}

function parseExpiry(text: string): Expiry {
  const at = text === 'never' ? null : parseInstant(text)
  if (at || text === 'never') return { at }
  throw new GatewayError(
    'invalid_parameter',
    'Accepted: an instant such as 2026-11-20T09:30:00Z, a date such as 2026-11-20, or never.',
  )
}

/** A secret for a person to copy. */
export function formatSecret(secret: string): string[] {
  return [secret, 'Keep it now: it is not shown again.']
}
