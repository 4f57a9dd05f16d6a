import { GatewayError } from '../errors.ts'
import type { Bearer } from './bearer.ts'

const NO_SCHEME =
  'The word Bearer is missing: send Authorization: Bearer, a space, and the credential.'

export const missingKey = () =>
  new GatewayError(
    'missing_api_key',
    'Send an API key: Authorization: Bearer sk_live_… or sk_test_….',
  )
export const invalidKey = (kind?: Bearer['kind']) =>
  new GatewayError(
    'invalid_api_key',
    kind === 'without_scheme' ? NO_SCHEME : 'The API key is not valid.',
  )
export const missingToken = () =>
  new GatewayError('missing_access_token', 'Send an access token: Authorization: Bearer pat_….')
export const invalidToken = (kind?: Bearer['kind']) =>
  new GatewayError(
    'invalid_access_token',
    kind === 'without_scheme' ? NO_SCHEME : 'The access token is not valid.',
  )
export const SESSION_ENDED = ['invalid_session', 'The session has ended. Sign in again.'] as const
export const invalidSession = () => new GatewayError(...SESSION_ENDED)
export const secondFactorRequired = () =>
  new GatewayError(
    'second_factor_required',
    'Staff need a second factor. Set it up before anything else.',
  )
export const addressNotAllowed = () =>
  new GatewayError('ip_not_allowed', 'This API key may not be used from your address.')

/** This error is never sent. It stops the work for a client that has disconnected. */
export const clientDisconnected = () =>
  new GatewayError(
    'too_many_concurrent_requests',
    'The client disconnected while the request waited.',
  )
