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
 * The instants up to which a read is final: `clockUntil` for links that have expired, `expiryUntil` for those of them
 * that `as_of` may name, `deltaUntil` for all changes, `termsUntil` for the terms of a grant. All come from stored
 * instants, so a later write gets a later instant even if the clock is set back. A running import has already chosen the instant of its changes. It is later than the
 * newest change and later than the committed `import_begun_at`.
 */
export function clockBounds({ import_free, changed_at, import_begun_at, ...instants }: Instants) {
  const { shown_until, full_before, deltas_from, grant_changed_at } = instants
  const changedAt = new Date(changed_at)
  const shownUntil = shown_until === null ? changedAt : new Date(shown_until)
  const passed = latest(changedAt, shownUntil)
  // A walk returns these instants as `as_of`. If the clock is set back, a link that expires up to one of them must not
  // appear as a later change.
  const begin = [full_before, deltas_from, grant_changed_at].flatMap((at) =>
    at == null ? [] : new Date(at),
  )
  const clockUntil = begin.reduce(latest, passed)
  if (import_free)
    return { clockUntil, expiryUntil: clockUntil, deltaUntil: passed, termsUntil: END_OF_TIME }
  const begunAt = import_begun_at === null ? changedAt : new Date(import_begun_at)
  const deltaUntil = latest(changedAt, begunAt < shownUntil ? begunAt : shownUntil)
  // No delta begins before `begin`, so the running import hides nothing of it.
  const expiryUntil = begin.reduce(latest, deltaUntil)
  return { clockUntil, expiryUntil, deltaUntil, termsUntil: latest(changedAt, begunAt) }
}

/** The bounds that a visibility has. */
export function visibleUntil(instants: Instants) {
  const { clockUntil, expiryUntil, deltaUntil } = clockBounds(instants)
  return { clockUntil, expiryUntil, deltaUntil }
}

const END_OF_TIME = new Date(8_640_000_000_000_000)

/** The later of two instants. */
export function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}
