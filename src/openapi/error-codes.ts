import { type ErrorCode, statusOf } from '../errors.ts'
import type { Area } from '../http/error-body.ts'
import type { Route } from '../rest/route.ts'
import { recordedCodesOf, textsOf } from './fixed-parts.ts'

/** Statuses whose codes depend only on the area. */
export const SHARED_STATUSES: readonly number[] = [401, 429, 500, 503]

// The other codes with which every operation of an area can answer.
const OF_AREA: Readonly<Record<Area, readonly ErrorCode[]>> = {
  portfolio: [
    'missing_version',
    'invalid_version',
    'unsupported_version',
    'ip_not_allowed',
    'sandbox_only',
  ],
  plants: ['insufficient_scope'],
}
const OF_CLIENT: readonly ErrorCode[] = [
  'missing_parameter',
  'no_active_grant',
  'grant_revoked',
  'grant_expired',
]

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

export function codesOf(route: Route): ErrorCode[] {
  return [
    ...sharedCodesOf(route.area),
    'invalid_parameter',
    'unknown_parameter',
    ...OF_AREA[route.area],
    ...('client_id' in route.parameters ? OF_CLIENT : []),
    ...(route.path.includes(':registry_id')
      ? (['asset_not_in_grant', 'asset_not_found'] as const)
      : []),
    ...(textsOf(route).errors ?? []),
  ]
}

/** The codes of an area that have a shared status. */
export function sharedCodesOf(area: Area): ErrorCode[] {
  return recordedCodesOf(area).filter((code) => SHARED_STATUSES.includes(statusOf(code)))
}
