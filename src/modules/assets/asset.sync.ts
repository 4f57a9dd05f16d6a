import { limitCaching, type RequestContext } from '../../access/request-context.ts'
import type { Newest } from '../../access/totals-cache.ts'
import type { GrantView, PortfolioAccess } from '../../access/visibility.ts'

/** `full`: the walk is the whole visible list. `delta`: it is what changed after `updated_since`. */
export type SyncMode = 'full' | 'delta'

const NEVER = new Date(0)

/** A delta cannot say what a change of the grant's terms has shown or hidden: from before it, the walk is full. */
export function syncMode(since: Date | null, grant: GrantView | null): SyncMode {
  return since === null || (grant !== null && since < grant.changedAt) ? 'full' : 'delta'
}

/**
 * The instant from which a delta misses nothing that happens after this full walk began: that of the
 * newest visible change. While the grant's terms change, none: the next walk is full again.
 */
export function fullWalkStart({ settledAt, grant }: PortfolioAccess, { at }: Newest): Date {
  if (settledAt === null) return NEVER
  // The change of the terms is visible too, and a delta has to begin at or after it.
  const terms = grant !== null && grant.changedAt <= settledAt ? grant.changedAt : NEVER
  return at !== null && at > terms ? at : terms
}

/**
 * The instant from which the next delta goes on after this one has ended. `last` is the instant of its
 * last entry. If the terms changed during the walk, it goes on from where this one began: before the change.
 */
export function deltaWalkEnd(
  { settledAt, grant }: PortfolioAccess,
  since: Date,
  last: Date | null,
): Date {
  const termsChanged = settledAt === null || syncMode(since, grant) === 'full'
  return termsChanged || last === null ? since : last
}

/** Limits the caching of a response that depends on the instant of a visible change. */
export function limitToClock(
  request: RequestContext,
  { isQuiet, settledAt, grant }: PortfolioAccess,
  nextExpiry: Date | null,
): void {
  // What is being written does not show in the portfolio's version.
  if (!isQuiet) limitCaching(request, request.now)
  // In the millisecond of its terms a grant has no instant from which a delta could go on.
  if (settledAt !== null && grant && grant.changedAt > settledAt) limitCaching(request, request.now)
  if (nextExpiry) limitCaching(request, nextExpiry)
}
