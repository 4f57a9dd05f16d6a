import { GatewayError } from '../errors.ts'
import type { Bearer } from './bearer.ts'
import type { Partner, Service } from './caller.ts'

const NO_SCHEME =
  'The word Bearer is missing: send Authorization: Bearer, a space, and the credential.'

const OF_SERVICE =
  'This is the secret of a service account. It opens the field platformFigures of /graphql and nothing else.'

const reasonFor = (kind?: Bearer['kind']) => {
  if (kind === 'without_scheme') return NO_SCHEME
  return kind === 'service' ? OF_SERVICE : null
}

export const missingKey = () =>
  new GatewayError(
    'missing_api_key',
    'Send an API key: Authorization: Bearer sk_live_… or sk_test_….',
  )
export const invalidKey = (kind?: Bearer['kind']) =>
  new GatewayError('invalid_api_key', reasonFor(kind) ?? 'The API key is not valid.')
export const missingToken = () =>
  new GatewayError('missing_access_token', 'Send an access token: Authorization: Bearer pat_….')
export const invalidToken = (kind?: Bearer['kind']) =>
  new GatewayError('invalid_access_token', reasonFor(kind) ?? 'The access token is not valid.')
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

/** This error is never sent. It stops the work for a client that has disconnected. */
export const clientDisconnected = () =>
  new GatewayError(
    'too_many_concurrent_requests',
    'The client disconnected while the request waited.',
  )
