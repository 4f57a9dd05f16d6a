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
 * as they are. Holds at most `most` results, the least recently used going first.
 */
export class Totals<Total> {
  readonly #known = new Map<string, Total>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The total of what `part` names of the portfolio; undefined where it is not known. */
  find(access: PortfolioAccess, part: string): Total | undefined {
    const key = keyOf(access, part)
    const total = this.#known.get(key)
    if (total !== undefined) this.#insert(key, total)
    return total
  }

  /** Keeps a total that was read under this very access, or after it. */
  keep(access: PortfolioAccess, part: string, total: Total): Total {
    this.#insert(keyOf(access, part), total)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break
      this.#known.delete(oldest)
    }
    return total
  }

  #insert(key: string, total: Total): void {
    this.#known.delete(key)
    this.#known.set(key, total)
  }
}

// Everything that decides a total: a change of the portfolio or the grant makes another key.
function keyOf({ visibility, dataVersion, grant }: PortfolioAccess, part: string): string {
  const { clientId, scopes } = visibility
  return [clientId, dataVersion, grant?.id, grant?.version, [...scopes].join(), part].join(' ')
}
