import type { ErrorCode } from '../errors.ts'

/**
 * The errors of area A that a sandbox key can simulate, each with a message that a real request got. A test compares their
 * codes, statuses and headers with those of real requests.
 */
export const SIMULATED_MESSAGES = {
  missing_parameter: 'Missing parameter: client_id takes the user id of the client.',
  malformed_request: 'The request has more than one Host header.',
  invalid_parameter: 'Invalid parameter: page takes a whole number from 1 to 2147483647.',
  unknown_parameter:
    'Unknown parameter: update_since. Accepted: client_id, category, min_value, max_value, updated_since, include, page, page_size, cursor.',
  missing_version: 'Send X-Service-Version: YYYY-MM-DD, such as 2024-01-01.',
  invalid_version: 'X-Service-Version takes one date, YYYY-MM-DD, not later than tomorrow in UTC.',
  unsupported_version: 'X-Service-Version is before the first version. Supported: 2024-01-01.',
  missing_api_key: 'Send an API key: Authorization: Bearer sk_live_… or sk_test_….',
  invalid_api_key: 'The API key is not valid.',
  revoked_api_key: 'This API key has been revoked.',
  expired_api_key: 'This API key has expired.',
  no_active_grant: 'This key has no grant for this client.',
  grant_revoked: 'The grant of this key for this client has been revoked.',
  grant_expired: 'The grant of this key for this client has expired.',
  insufficient_scope: 'This request needs the valuation scope, which this access does not have.',
  asset_not_in_grant: 'The asset is outside the grant of this key.',
  ip_not_allowed: 'This API key may not be used from your address.',
  sandbox_only: 'X-Sandbox-Simulate is for sandbox keys only.',
  asset_not_found: 'The client has no asset with this registry id.',
  record_not_found: 'There is no connection with this id.',
  route_not_found: 'There is no such path.',
  method_not_allowed: 'This path takes GET, HEAD.',
  request_timeout: 'The request did not arrive completely within the time limit.',
  body_too_large: 'The body takes at most 256 KB.',
  rate_limit_exceeded:
    'More than 1000 requests in a minute. Wait 42 s, as Retry-After says, and twice as long after each further 429.',
  too_many_concurrent_requests:
    'More than 16 requests of this caller are running. Send the next one when one of them has ended.',
  headers_too_large: 'The target and the headers of a request take at most 16 KB together.',
  internal_error: 'Something went wrong on our side. Quote the request id when you report it.',
  service_unavailable: 'The service is not available for the moment. Try again shortly.',
} as const satisfies Readonly<Partial<Record<ErrorCode, string>>>

export type SimulatedCode = keyof typeof SIMULATED_MESSAGES
