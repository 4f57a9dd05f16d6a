import { GatewayError } from '../errors.ts'
import type { Partner, Service } from './caller.ts'
import type { StoredCredential } from './live-credentials.reads.ts'
import { parseSecret } from './secret.ts'

/** A well-formed secret. `stored` is its hash, as a row of the secret has it. */
export interface Credential extends StoredCredential {
  readonly kind: 'key' | 'token' | 'service'
  readonly stored: Uint8Array
}

/** The credential of an `Authorization` header, or why there is none: empty, malformed or without the word Bearer. */
export type Bearer = Credential | { readonly kind: 'none' | 'malformed' | 'without_scheme' }

const WITHOUT_SCHEME = /^ *(?:sk_live_|sk_test_|sk_svc_|pat_)/

export function readBearer(authorization: string | undefined): Bearer {
  if (authorization === undefined || authorization.trim() === '') return { kind: 'none' }
  if (WITHOUT_SCHEME.test(authorization)) return { kind: 'without_scheme' }
  const match = /^Bearer +([!-~]+) *$/i.exec(authorization)
  const secret = match?.[1] ? parseSecret(match[1]) : null
  if (!secret || secret.kind === 'invitation') return { kind: 'malformed' }
  const { hash: stored } = secret
  const kind = secret.kind === 'token' || secret.kind === 'service' ? secret.kind : 'key'
  return { kind, stored, fingerprint: Buffer.from(stored).toString('hex') }
}

const REASONS: Partial<Record<Bearer['kind'], string>> = {
  without_scheme:
    'The word Bearer is missing: send Authorization: Bearer, a space, and the credential.',
  service:
    'This is the secret of a service account. It opens the fields platformFigures and portfolioFigures of /graphql, and nothing else.',
}

export const missingKey = () =>
  new GatewayError(
    'missing_api_key',
    'Send an API key: Authorization: Bearer sk_live_… or sk_test_….',
  )
export const invalidKey = (kind: Bearer['kind'] = 'malformed') =>
  new GatewayError('invalid_api_key', REASONS[kind] ?? 'The API key is not valid.')
export const missingToken = () =>
  new GatewayError('missing_access_token', 'Send an access token: Authorization: Bearer pat_….')
export const invalidToken = (kind: Bearer['kind'] = 'malformed') =>
  new GatewayError('invalid_access_token', REASONS[kind] ?? 'The access token is not valid.')
export const invalidService = () =>
  new GatewayError('invalid_service_account', 'The secret of the service account is not valid.')
export const SESSION_ENDED = ['invalid_session', 'The session has ended. Sign in again.'] as const
export const invalidSession = () => new GatewayError(...SESSION_ENDED)
export const secondFactorRequired = () =>
  new GatewayError(
    'second_factor_required',
    'Staff need a second factor. Set it up before anything else.',
  )
export const addressNotAllowed = ({ kind }: Partner | Service) =>
  new GatewayError(
    'ip_not_allowed',
    `This ${kind === 'partner' ? 'API key' : 'service account'} may not be used from your address.`,
  )
