import { latest } from '../../access/clock-bounds.ts'
import type { Newest } from '../../access/totals-cache.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { limitCaching, type RequestContext } from '../../load/request-context.ts'

/** `full`: the walk returns the whole visible list. `delta`: it returns the changes after `updated_since`. */
export type SyncMode = 'full' | 'delta'

/** The values that decide from which instant deltas are possible. */
type DeltaStart = Pick<PortfolioAccess, 'grant' | 'fullBefore' | 'deltasFrom'>

const NEVER = new Date(0)

/**
 * Whether a walk is full or a delta. It is full without `updated_since`, and with one before `deltasBegin`. Only this
 * function decides it. A new reason for full walks belongs in `deltasBegin`.
 */
export function syncMode(since: Date | null, access: DeltaStart): SyncMode {
  return since === null || since < deltasBegin(access) ? 'full' : 'delta'
}

// The instant from which a delta is complete. A delta cannot report assets that a change of the grant's terms has shown
// or hidden, assets that were removed before a restore, and removals whose tombstones are past their retention.
function deltasBegin({ grant, fullBefore, deltasFrom }: DeltaStart): Date {
  return [grant?.changedAt, fullBefore, deltasFrom].reduce<Date>(
    (begin, at) => latest(begin, at ?? NEVER),
    NEVER,
  )
}

/**
 * The `as_of` of a full walk: a delta from this instant misses nothing that happened after the walk began. It is the
 * instant of the newest visible change. While the grant's terms are being changed, it is `NEVER`, so that the next walk
 * is full again.
 */
export function fullWalkStart(access: PortfolioAccess, { at }: Newest): Date {
  const { settledAt } = access
  const begin = deltasBegin(access)
  if (settledAt === null || begin > settledAt) return NEVER
  return latest(begin, at ?? NEVER)
}

/**
 * The instant of the latest change that a grant shows: of the data, of the terms, or by a restore. It is the `as_of` of
 * a full walk, apart from the retention of tombstones, which changes nothing that is visible. Null while `as_of` is
 * `NEVER`.
 */
export function latestShownChange(access: PortfolioAccess, newest: Newest): Date | null {
  const at = fullWalkStart(access, newest)
  return at === NEVER
    ? null
    : latest(deltasBegin({ ...access, deltasFrom: null }), newest.at ?? NEVER)
}

/**
 * The `as_of` of a delta: the instant from which the next delta continues. `last` is the instant of its last entry.
 * While the terms are being changed, the next delta continues from the beginning of this one, before the change. An
 * `updated_since` that is later than all changes is not returned, because it is not the instant of a change.
 */
export async function deltaWalkEnd(
  access: PortfolioAccess,
  since: Date,
  last: Date | null,
  readNewest: () => Promise<Newest>,
): Promise<Date> {
  if (last !== null && access.settledAt !== null) return last
  const newest = await readNewest()
  const known = latest(deltasBegin(access), newest.at ?? NEVER)
  return since > known ? fullWalkStart(access, newest) : since
}

/** The instant of the totals of a portfolio. It never goes back, although tombstones are removed. */
export function totalsAsOf({ grant, deltasFrom }: DeltaStart, { at }: Newest): Date {
  return latest(at ?? grant?.changedAt ?? NEVER, deltasFrom ?? NEVER)
}

/**
 * Limits the caching of a response with instants while something is being written, because the data version does not
 * change before the commit.
 */
export function limitToWriting(request: RequestContext, { isQuiet }: PortfolioAccess): void {
  if (!isQuiet) limitCaching(request, request.now)
}
