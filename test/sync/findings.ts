/** The faults that a mirror or an answer can have. */
export const FAULTS = {
  lost: 'assets that the mirror lacks',
  surplus: 'assets that the mirror has and the answer has not',
  different: 'assets whose bodies differ',
  digest: 'digests that differ',
  missed: 'portfolios that a mirror which follows the feed has not as they are',
  loud: 'answers that changed with what their grant may not see',
  early: 'assets that are not later than the asked instant',
  unequal: 'deltas that are not what the whole list shows as modified',
  wrong: 'answers that a walk cannot have: a status, a count, an as_of',
} as const

export type Fault = keyof typeof FAULTS

/** The counts of a run. */
export class Findings {
  readonly faults: Partial<Record<Fault, number>> = {}
  readonly texts: string[] = []
  /** A mirror that was brought up to date after a batch of changes, and compared whole. */
  cases = 0
  readonly casesByFilter: Record<string, number> = {}
  batches = 0
  imports = 0
  termsChanges = 0
  restores = 0
  purges = 0
  /** Tombstones that they removed. */
  purged = 0
  /** Cursors that were sent again, or with another list. */
  keptCursors = 0
  /** Transactions that were open while mirrors walked, by where they were held. */
  readonly held: Record<string, number> = {}
  disturbedWalks = 0
  /** Changes after which a grant got the same bytes, since it may not see them. */
  silences = 0
  refusals = 0
  /** Walks that began again as a whole, because a delta was incomplete. */
  incomplete = 0
  /** Comparisons in which a mirror that ignores `complete` was wrong. */
  careless = 0
  /** Changes that the feeds have reported. */
  changes = 0

  add(fault: Fault, text: string): void {
    addCounts(this.faults, { [fault]: 1 })
    this.texts.push(`${fault}: ${text}`)
  }

  countHeld(place: string): void {
    addCounts(this.held, { [place]: 1 })
  }

  /** Adds the counts of one history. */
  include(other: Findings): void {
    const { faults, held, casesByFilter, texts, ...counts } = { ...other }
    addCounts(this.faults, faults)
    addCounts(this.held, held)
    addCounts(this.casesByFilter, casesByFilter)
    addCounts(this, counts)
    this.texts.push(...texts)
  }

  get total(): number {
    return Object.values(this.faults).reduce((sum, count) => sum + count, 0)
  }
}

function addCounts(counts: object, others: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(others))
    Reflect.set(counts, name, Number(Reflect.get(counts, name) ?? 0) + count)
}
