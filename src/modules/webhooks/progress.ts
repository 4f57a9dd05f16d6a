import type { FeedEntry } from '../changes/feed.reads.ts'

/** How far an endpoint is in its feed. */
export interface Place {
  readonly generation: string
  /** All entries up to this position are delivered. */
  readonly position: bigint
  /** The positions of delivered entries after it. */
  readonly ahead: readonly bigint[]
}

/** The place after a batch. `isDone` tells which of its entries are delivered. */
export function placeAfter(
  place: Place,
  entries: readonly FeedEntry[],
  isDone: (entry: FeedEntry) => boolean,
): Place {
  const gap = entries.findIndex((entry) => !isDone(entry))
  const before = gap === -1 ? entries : entries.slice(0, gap)
  const after = gap === -1 ? [] : entries.slice(gap)
  return {
    ...place,
    position: before.at(-1)?.position ?? place.position,
    ahead: after.filter(isDone).map(({ position }) => position),
  }
}
