import { type ErrorCode, statusOf } from '../errors.ts'
import type { Area } from '../http/error-body.ts'
import type { Route } from '../rest/route.ts'
import { OPERATIONS, recordedCodesOf, textsOf } from './fixed-parts.ts'

/** Statuses whose codes depend only on the area. */
export const SHARED_STATUSES: readonly number[] = [401, 429, 500, 503]

const OF_CLIENT: readonly ErrorCode[] = [
  'missing_parameter',
  'no_active_grant',
  'grant_revoked',
  'grant_expired',
]

export function codesOf(route: Route): ErrorCode[] {
  return [
    ...sharedCodesOf(route.area),
    'invalid_parameter',
    'unknown_parameter',
    ...OPERATIONS.areas[route.area].errors,
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
