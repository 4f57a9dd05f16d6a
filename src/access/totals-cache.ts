import { LRUCache } from 'lru-cache'
import type { Category } from '../values/categories.ts'
import { accessKey } from './access-key.ts'
import type { Newest } from './newest-changes.ts'
import type { PortfolioAccess } from './visibility.ts'

/** The totals of the visible assets of one category. A total that was not read is null. */
export interface CategorySum {
  readonly category: Category
  readonly assets: number
  readonly valued: number | null
  readonly value: string | null
  readonly recommended: number | null
  readonly present: number | null
}

/** The value of the visible assets at one instant. */
export interface ValuePoint {
  readonly at: Date
  readonly value: string
  readonly valued: number
}

/**
 * Caches totals over a whole portfolio by everything that decides them: an entry is valid until the
 * portfolio, the grant or the database's epoch changes.
 * Holds at most `maxBytes` and evicts the least recently used entry; 0 turns the cache off.
 */
export class TotalsCache<Total extends {}> {
  readonly #totals: LRUCache<string, Total> | null
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    this.#totals =
      maxBytes === 0
        ? null
        : new LRUCache<string, Total>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  }

  /** The cached total of `part` of the portfolio; undefined if there is none. */
  find(access: PortfolioAccess, part: string): Total | undefined {
    const found = this.#totals?.get(keyOf(access, part))
    if (found === undefined) this.#misses++
    else this.#hits++
    return found
  }

  /** Stores a total that was read with this access or later, and returns it. */
  store(access: PortfolioAccess, part: string, total: Total): Total {
    this.#totals?.set(keyOf(access, part), total)
    return total
  }

  /** How often a total was found in the cache since the start. */
  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  /** The estimated size of what is stored. */
  get bytes(): number {
    return this.#totals?.calculatedSize ?? 0
  }

  get entries(): number {
    return this.#totals?.size ?? 0
  }
}

// Estimates in bytes, above the measured sizes: an entry with its key, and each category's sum or point of a history.
function sizeOf(total: unknown, key: string): number {
  return 300 + 2 * key.length + (Array.isArray(total) ? 200 * total.length : 0)
}

function keyOf(access: PortfolioAccess, part: string): string {
  return `${accessKey(access)} ${part}`
}

/** The caches of a gateway. */
export interface Totals {
  /** Numbers of assets, by portfolio and filters. */
  readonly counts: TotalsCache<number>
  /** Instants of the newest visible change of a portfolio. */
  readonly newest: TotalsCache<Newest>
  /** Digests of the visible assets of a portfolio. */
  readonly digests: TotalsCache<string>
  /** Sums of the categories of a portfolio. */
  readonly sums: TotalsCache<readonly CategorySum[]>
  /** Value histories of a portfolio, by their instants. */
  readonly histories: TotalsCache<readonly ValuePoint[]>
}

/** Creates the caches, each of `maxBytes`. */
export function createTotals(maxBytes: number): Totals {
  return {
    counts: new TotalsCache(maxBytes),
    newest: new TotalsCache(maxBytes),
    digests: new TotalsCache(maxBytes),
    sums: new TotalsCache(maxBytes),
    histories: new TotalsCache(maxBytes),
  }
}
