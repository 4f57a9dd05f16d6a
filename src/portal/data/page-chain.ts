/** The state of one page of a list. */
export interface PageState<Data, Problem> {
  /** Undefined until the first response with data. */
  readonly data?: Data | undefined
  readonly error?: Problem | undefined
  /** A request is on its way, whose response will replace this. */
  readonly stale: boolean
}

/** Where a page ends. */
export interface PageEnd {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null
}

/** The pages of a list that are shown. */
export interface ShownPages<Data, Problem> {
  /** Those that have arrived. */
  readonly parts: readonly Data[]
  readonly error: Problem | undefined
  readonly isLoading: boolean
  /** A page was asked for that is not there yet. */
  readonly isLoadingMore: boolean
  readonly hasMore: boolean
}

/** Reads the page after a cursor, calls back whenever it changes, and returns how to stop. */
export type WatchPage<Data, Problem> = (
  after: string | null,
  onChange: (state: PageState<Data, Problem>) => void,
) => () => void

interface Slot<Data, Problem> extends PageState<Data, Problem> {
  readonly after: string | null
  readonly stop: () => void
}

const NOTHING = () => {}

/**
 * The pages of a list, each after the end of the one before as it is now. When an entry is added or removed, the first
 * page ends elsewhere, and the next one is read from there. Until it arrives, the page that was there stays.
 */
export class PageChain<Data, Problem> {
  #slots: readonly Slot<Data, Problem>[] = []
  #wanted = 1
  #shown: ShownPages<Data, Problem>
  readonly #listeners = new Set<() => void>()
  readonly #watch: WatchPage<Data, Problem>
  readonly #endOf: (data: Data) => PageEnd | undefined

  constructor(
    watch: WatchPage<Data, Problem>,
    endOf: (data: Data) => PageEnd | undefined,
    /** The first page as far as it is known. */
    first?: Data | undefined,
  ) {
    this.#watch = watch
    this.#endOf = endOf
    const known = { after: null, data: first, stale: true, stop: NOTHING }
    this.#shown = this.#describe(first === undefined ? [] : [known])
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#open(0, null)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#trim(0)
    }
  }

  readonly snapshot = (): ShownPages<Data, Problem> => this.#shown

  /** Asks for one more page. */
  readonly more = (): void => {
    if (!this.#shown.hasMore || this.#shown.isLoadingMore) return
    this.#wanted = this.#shown.parts.length + 1
    this.#follow(this.#slots.length - 1)
    this.#emit()
  }

  /** Reads the pages that have failed once more. */
  readonly retry = (): void => {
    for (const [place, { error, after }] of this.#slots.entries())
      if (error !== undefined) this.#open(place, after)
  }

  #open(place: number, after: string | null): void {
    const before = this.#slots[place]
    before?.stop()
    let slot: Slot<Data, Problem> = { after, data: before?.data, stale: true, stop: NOTHING }
    let isOpen = true
    const put = (next: Slot<Data, Problem>) => {
      slot = next
      this.#slots = this.#slots.with(place, slot)
    }
    this.#slots = place < this.#slots.length ? this.#slots : [...this.#slots, slot]
    put(slot)
    const unwatch = this.#watch(after, (state) => {
      if (!isOpen) return
      put({ ...slot, ...state, data: state.data ?? slot.data, error: state.error })
      this.#follow(place)
      this.#emit()
    })
    const stop = () => {
      isOpen = false
      unwatch()
    }
    if (isOpen && this.#slots[place] === slot) put({ ...slot, stop })
    else stop()
  }

  // Makes sure that the next page begins where this one ends now.
  #follow(place: number): void {
    const slot = this.#slots[place]
    if (slot?.data === undefined || slot.stale || slot.error !== undefined) return
    const end = this.#endOf(slot.data)
    const after = end?.hasNextPage ? (end.endCursor ?? null) : null
    if (after === null || place + 1 >= this.#wanted) this.#trim(place + 1)
    else if (this.#slots[place + 1]?.after !== after) {
      this.#pause(place + 2)
      this.#open(place + 1, after)
    }
  }

  // The shown data stays. The place of a paused page is null, which no page has after it, so each page is opened again
  // in its turn.
  #pause(from: number): void {
    const later = this.#slots.slice(from)
    for (const { stop } of later) stop()
    const paused = later.map(({ data }) => ({ after: null, data, stale: false, stop: NOTHING }))
    this.#slots = [...this.#slots.slice(0, from), ...paused]
  }

  #trim(count: number): void {
    for (const { stop } of this.#slots.slice(count)) stop()
    this.#slots = this.#slots.slice(0, count)
  }

  #emit(): void {
    this.#shown = this.#describe(this.#slots)
    for (const listener of this.#listeners) listener()
  }

  #describe(slots: readonly Slot<Data, Problem>[]): ShownPages<Data, Problem> {
    const parts = slots.flatMap(({ data }) => (data === undefined ? [] : [data]))
    const last = parts.at(-1)
    const hasMore = last !== undefined && (this.#endOf(last)?.hasNextPage ?? false)
    const error = slots.find((slot) => slot.error !== undefined)?.error
    return {
      parts,
      error,
      isLoading: slots.length === 0 || slots.some(({ stale }) => stale),
      hasMore,
      isLoadingMore: hasMore && error === undefined && parts.length < this.#wanted,
    }
  }
}
