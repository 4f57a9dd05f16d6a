import { type ErrorCode, GatewayError } from '../../errors.ts'
import type { Area } from '../../http/error-body.ts'
import type { Route } from '../route.ts'
import { textsOf } from './fixed-parts.ts'

// Codes with which every operation of both areas can answer.
const EVERY_ROUTE: readonly ErrorCode[] = [
  'invalid_parameter',
  'unknown_parameter',
  'rate_limit_exceeded',
  'too_many_concurrent_requests',
  'internal_error',
  'service_unavailable',
]
const OF_AREA: Readonly<Record<Area, readonly ErrorCode[]>> = {
  portfolio: [
    'missing_version',
    'invalid_version',
    'unsupported_version',
    'missing_api_key',
    'invalid_api_key',
    'revoked_api_key',
    'expired_api_key',
    'ip_not_allowed',
    'sandbox_only',
  ],
  plants: [
    'missing_access_token',
    'invalid_access_token',
    'revoked_access_token',
    'expired_access_token',
    'insufficient_scope',
  ],
}
const OF_CLIENT: readonly ErrorCode[] = [
  'missing_parameter',
  'no_active_grant',
  'grant_revoked',
  'grant_expired',
]
const OF_ASSET: readonly ErrorCode[] = ['asset_not_in_grant', 'asset_not_found']

/** The errors of requests that reach no operation: an unknown path or method, or malformed HTTP. */
export const UNROUTED: Readonly<Record<Area, readonly ErrorCode[]>> = {
  portfolio: [
    'malformed_request',
    'route_not_found',
    'method_not_allowed',
    'request_timeout',
    'body_too_large',
    'headers_too_large',
  ],
  plants: ['route_not_found', 'method_not_allowed'],
}

/** The codes of the errors with which a route can answer. */
export function codesOf(route: Route): ErrorCode[] {
  return [
    ...codesOfArea(route.area),
    ...('client_id' in route.parameters ? OF_CLIENT : []),
    ...(route.path.includes(':registry_id') ? OF_ASSET : []),
    ...(textsOf(route).errors ?? []),
  ]
}

/** The codes with which every route of an area can answer. */
export function codesOfArea(area: Area): ErrorCode[] {
  return [...EVERY_ROUTE, ...OF_AREA[area]]
}

/** The statuses of error codes, each once. */
export function statusesOf(codes: readonly ErrorCode[]): number[] {
  return [...new Set(codes.map(statusOf))].sort()
}

/** The status of an error code. */
export function statusOf(code: ErrorCode): number {
  return new GatewayError(code, '').status
}
