import { latest } from '../../values/instant.ts'
import type { EndReason } from '../grants/end-reason.ts'
import { type Effect, effectsOf, showsSame, type Terms } from '../grants/grant-terms.ts'

export interface SeenGrant {
  readonly version: number
  readonly terms: Terms
  /** The instant of the latest change of scopes or filter. */
  readonly termsAt: Date
  readonly changedAt: Date
  /** Null while the key can read. */
  readonly end: { readonly at: Date; readonly reason: EndReason } | null
  /** The instant of the latest visible change. Null: the grant has ended, or the instant is not final yet. */
  readonly visibleAt: Date | null
}

/** A grant as the feed has last reported it. */
export interface KnownGrant extends Pick<SeenGrant, 'version' | 'terms' | 'termsAt' | 'visibleAt'> {
  readonly endReason: EndReason | null
  /** The instant of its latest entry. */
  readonly at: Date | null
}

export type FeedEvent = { readonly at: Date } & (
  | { readonly type: 'grant.given' }
  | { readonly type: 'grant.changed'; readonly effect: readonly Effect[] }
  | { readonly type: 'grant.ended'; readonly reason: EndReason }
  | { readonly type: 'portfolio.changed' }
)

/**
 * The events of a grant that the feed has to report, in order. `known` is null if the feed has never reported the
 * grant. Only what the grant shows decides it, so a change that the grant hides has no event.
 */
export function eventsOf(known: KnownGrant | null, seen: SeenGrant): readonly FeedEvent[] {
  if (seen.end) {
    const { at, reason } = seen.end
    const isNew = known?.endReason === null
    return isNew ? [{ type: 'grant.ended', at: laterOf(known, at), reason }] : []
  }
  if (!known || known.endReason !== null)
    return [{ type: 'grant.given', at: laterOf(known, seen.changedAt) }]
  const changed = changeEvents(known, seen)
  const { visibleAt: at } = seen
  // After a change of scopes or filter, a reader reads the whole list again. That includes what changed in the data.
  if (at === null || hasOtherTerms(known, seen)) return changed
  const isKnown = known.visibleAt !== null && at <= known.visibleAt
  return isKnown ? changed : [...changed, { type: 'portfolio.changed', at }]
}

// A client who agrees to the same terms again raises the version, and changes nothing.
function changeEvents(known: KnownGrant, seen: SeenGrant): FeedEvent[] {
  if (known.version === seen.version) return []
  const found = effectsOf(known.terms, seen.terms)
  // A reader may have read between two changes of scopes or filter that cancel each other.
  const isUndone = hasOtherTerms(known, seen) && showsSame(known.terms, seen.terms)
  const effect: readonly Effect[] = isUndone ? ['narrowed', 'widened', ...found] : found
  if (effect.length === 0) return []
  return [{ type: 'grant.changed', at: laterOf(known, seen.changedAt), effect }]
}

function hasOtherTerms(known: KnownGrant, seen: SeenGrant): boolean {
  return known.termsAt.getTime() !== seen.termsAt.getTime()
}

/** The instant of the latest visible change to store. One that is not final yet replaces none of the same terms. */
export function visibleAfter(known: KnownGrant | null, seen: SeenGrant): Date | null {
  return seen.visibleAt ?? (known && !hasOtherTerms(known, seen) ? known.visibleAt : null)
}

// The clock of the database may have been set back. The entries of a grant stay in order.
function laterOf(known: KnownGrant | null, at: Date): Date {
  return latest(at, known?.at ?? null)
}
