/** The instants of a portfolio, as text, as a statement reads them. */
interface Instants {
  /** Whether no import is under way. */
  readonly import_free: boolean
  /** The newest change. */
  readonly changed_at: string
  readonly import_begun_at: string | null
  /** The instant up to which expired links were shown as expired. */
  readonly shown_until: string | null
  readonly full_before: string | null
  readonly deltas_from: string | null
  /** The last change of the grant's terms. Absent for a person. */
  readonly grant_changed_at?: string
}

/**
 * The bounds of a read. `completeFrom` is the instant from which deltas are complete. Up to the others a read is final:
 * `clockUntil` for links that have expired, `deltaUntil` for all changes, `termsUntil` for the terms of a grant. All come
 * from stored instants, so a later write gets a later instant even if the clock is set back. A running import has already
 * chosen the instant of its changes. It is later than the newest change and later than the committed `import_begun_at`.
 */
export function clockBounds({ import_free, changed_at, import_begun_at, ...instants }: Instants) {
  const { shown_until, full_before, deltas_from, grant_changed_at } = instants
  const changedAt = new Date(changed_at)
  const shownUntil = shown_until === null ? changedAt : new Date(shown_until)
  // A delta cannot report assets that a change of the terms has shown or hidden, assets that were removed before a restore,
  // and removals whose tombstones are past their retention.
  const completeFrom = [full_before, deltas_from, grant_changed_at].reduce(
    (begin, at) => (at == null ? begin : latest(begin, new Date(at))),
    BEFORE_ALL,
  )
  // A walk returns `completeFrom` as `as_of`. If the clock is set back, a link that expires up to it must not appear as
  // a later change.
  const clockUntil = latest(latest(changedAt, shownUntil), completeFrom)
  if (import_free)
    return { completeFrom, clockUntil, deltaUntil: clockUntil, termsUntil: END_OF_TIME }
  const begunAt = import_begun_at === null ? changedAt : new Date(import_begun_at)
  const shown = latest(changedAt, begunAt < shownUntil ? begunAt : shownUntil)
  // No complete delta starts before `completeFrom`, so the running import hides nothing of one.
  const deltaUntil = latest(shown, completeFrom)
  return { completeFrom, clockUntil, deltaUntil, termsUntil: latest(changedAt, begunAt) }
}

/** The bounds that a visibility has. */
export function visibleUntil(instants: Instants) {
  const { completeFrom, clockUntil, deltaUntil } = clockBounds(instants)
  return { completeFrom, clockUntil, deltaUntil }
}

const BEFORE_ALL = new Date(0)
const END_OF_TIME = new Date(8_640_000_000_000_000)

/** The later of two instants. */
export function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
