import type { Newest, PortfolioAccess } from '../../access/visibility.ts'
import { latest } from '../../values/instant.ts'

const NEVER = new Date(0)

/**
 * Whether the mirror of a reader that had everything at `since` is right after the walk. Only this function decides it. A
 * new reason for incomplete deltas belongs in `completeFrom`.
 */
export function isComplete(since: Date, { visibility }: PortfolioAccess): boolean {
  return since >= visibility.completeFrom
}

/** Whether nothing visible has changed after `since`, as far as the access knows. The delta is then empty. */
export function isUnchangedSince(since: Date, { newest }: PortfolioAccess): boolean {
  return newest !== undefined && (newest.at ?? NEVER) <= since
}

/**
 * The `as_of` of a full walk: a delta from this instant misses nothing that happened after the walk began. It is the
 * instant of the newest visible change. Null while the terms are not settled, so that the next walk is full again.
 */
export function fullWalkStart(access: PortfolioAccess, { at }: Newest): Date | null {
  return access.isSettled ? latest(access.visibility.completeFrom, at ?? NEVER) : null
}

/**
 * The instant of the latest change that a grant shows: of the data, of the terms, or by a restore. It is the `as_of` of
 * a full walk, apart from the retention of tombstones, which changes nothing visible. Null: there is no `as_of`.
 */
export function latestShownChange(access: PortfolioAccess, newest: Newest): Date | null {
  if (fullWalkStart(access, newest) === null) return null
  return latest(newest.at ?? NEVER, access.grant?.changedAt ?? null, access.fullBefore)
}

/**
 * The `as_of` of a complete delta: the instant from which the next delta continues. `last` is the instant of its last
 * entry. While the terms are being changed, the next delta continues from the beginning of this one, before the change.
 * An `updated_since` that is later than all changes is not returned, because it is not the instant of a change.
 */
export async function deltaWalkEnd(
  access: PortfolioAccess,
  since: Date,
  last: Date | null,
  readNewest: () => Promise<Newest>,
): Promise<Date | null> {
  if (last !== null && access.isSettled) return last
  const newest = await readNewest()
  const known = latest(access.visibility.completeFrom, newest.at ?? NEVER)
  return since > known ? fullWalkStart(access, newest) : since
}

/** The instant of the totals of a portfolio. It never goes back, although tombstones are removed. */
export function totalsAsOf({ grant, deltasFrom }: PortfolioAccess, { at }: Newest): Date {
  return latest(at ?? grant?.changedAt ?? NEVER, deltasFrom ?? NEVER)
}
