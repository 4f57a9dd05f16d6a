import { LRUCache } from 'lru-cache'
import type { Category } from './categories.ts'
import type { PortfolioAccess } from './visibility.ts'

/** What the visible assets of one category amount to. A sum that was not read is null. */
export interface CategorySum {
  readonly category: Category
  readonly assets: number
  readonly valued: number | null
  readonly value: string | null
  readonly recommended: number | null
  readonly present: number | null
}

/**
 * What counting through a whole portfolio came to, for as long as the portfolio and the grant stay
 * as they are. Holds at most `maxBytes`, the least recently used going first; 0 holds nothing.
 */
export class TotalsCache<Total extends number | readonly CategorySum[]> {
  readonly #known: LRUCache<string, Total> | null

  constructor(maxBytes: number) {
    this.#known =
      maxBytes === 0
        ? null
        : new LRUCache<string, Total>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  }

  /** The total of what `part` names of the portfolio; undefined where it is not known. */
  find(access: PortfolioAccess, part: string): Total | undefined {
    return this.#known?.get(keyOf(access, part))
  }

  /** Keeps a total that was read under this very access, or after it. */
  store(access: PortfolioAccess, part: string, total: Total): Total {
    this.#known?.set(keyOf(access, part), total)
    return total
  }
}

// Estimates above what was measured: an entry with its key, and each sum of a category.
function sizeOf(total: number | readonly CategorySum[], key: string): number {
  return 200 + 2 * key.length + (typeof total === 'number' ? 0 : 300 * total.length)
}

// Everything that decides a total: a change of the portfolio or the grant makes another key.
function keyOf({ visibility, dataVersion, grant }: PortfolioAccess, part: string): string {
  const { clientId, scopes } = visibility
  return [clientId, dataVersion, grant?.id, grant?.version, [...scopes].join(), part].join(' ')
}
