/** A place that the search finds. */
export interface Place {
  readonly title: string
  /** The title of its page; empty for the page itself. */
  readonly page: string
  readonly address: string
}

const MOST = 30

/** The places of the index. Other entries are left out. */
export function readIndex(json: unknown): readonly Place[] {
  const entries: readonly unknown[] = Array.isArray(json) ? json : []
  return entries.flatMap((entry) => {
    const [title, page, address]: readonly unknown[] = Array.isArray(entry) ? entry : []
    if (typeof title !== 'string' || typeof page !== 'string') return []
    // Only pages of the documentation are opened.
    if (typeof address !== 'string' || !/^\/docs(?:[/#]|$)/.test(address)) return []
    return [{ title, page, address }]
  })
}

/** The places with all words of the text, those that begin with it first. At most 30. */
export function findPlaces(places: readonly Place[], text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const words = wanted.split(/\s+/)
  const ranked = places.flatMap((place) => {
    const rank = rankOf(place, wanted, words)
    return rank === null ? [] : [{ place, rank }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ place }) => place)
}

function rankOf({ title, page }: Place, wanted: string, words: readonly string[]): number | null {
  const name = title.toLowerCase()
  const all = `${name} ${page.toLowerCase()}`
  if (!words.every((word) => all.includes(word))) return null
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : 3
}
