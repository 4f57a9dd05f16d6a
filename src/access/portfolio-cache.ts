import { LRUCache } from 'lru-cache'
import type { Category } from '../values/categories.ts'
import { digestOf } from '../values/ids.ts'
import type { Newest, PortfolioAccess } from './visibility.ts'

/** The totals of the visible assets of one category. A total that was not read is null. */
export interface CategorySum {
  readonly category: Category
  readonly assets: number
  readonly valued: number | null
  readonly value: string | null
  readonly recommended: number | null
  readonly present: number | null
}

/** The value of the visible assets at one instant: of one category, or of all. */
export interface ValuePoint {
  readonly at: Date
  readonly category: Category | null
  readonly value: string
  readonly valued: number
}

/**
 * Caches what was read of a portfolio by all that decides it: the portfolio, the grant and the epoch of the database.
 * Holds at most `maxBytes`, evicts the least recently used entry, and stores none above a sixteenth; 0 turns it off.
 */
export class PortfolioCache<Value extends {}> {
  /** How often a value was found in the cache since the start, and how often it was not. */
  hits = 0
  misses = 0
  readonly #values: LRUCache<string, Value> | null
  readonly #reading = new Map<string, Promise<Value>>()

  constructor(maxBytes: number, sizeOf: (value: Value) => number = sizeOfTotal) {
    this.#values =
      maxBytes === 0
        ? null
        : new LRUCache<string, Value>({
            maxSize: maxBytes,
            maxEntrySize: Math.ceil(maxBytes / 16),
            sizeCalculation: (value, key) => OVERHEAD + 2 * key.length + sizeOf(value),
          })
  }

  /** The cached value of `part` of the portfolio; undefined if there is none. */
  find(access: PortfolioAccess, part: string): Value | undefined {
    const found = this.#values?.get(keyOf(access, part))
    if (found === undefined) this.misses++
    else this.hits++
    return found
  }

  /** Stores a value that was read with this access or later, and returns it. */
  store(access: PortfolioAccess, part: string, value: Value): Value {
    this.#values?.set(keyOf(access, part), value)
    return value
  }

  /** The cached value, or the one that `read` returns, which is stored. All who ask meanwhile share one read. */
  async findOrRead(
    access: PortfolioAccess,
    part: string,
    read: () => Promise<Value>,
  ): Promise<Value> {
    const key = keyOf(access, part)
    const found = this.find(access, part) ?? this.#reading.get(key)
    if (found !== undefined) return found
    const reading = read().finally(() => this.#reading.delete(key))
    this.#reading.set(key, reading)
    return this.store(access, part, await reading)
  }

  /** The estimated size of what is stored. */
  get bytes(): number {
    return this.#values?.calculatedSize ?? 0
  }

  get entries(): number {
    return this.#values?.size ?? 0
  }
}

// Estimates in bytes, above the measured sizes: an entry without its key, and each category's sum or point of a history.
const OVERHEAD = 300
const sizeOfTotal = (total: unknown) => (Array.isArray(total) ? 200 * total.length : 0)

const hashes = new WeakMap<PortfolioAccess, string>()

function keyOf(access: PortfolioAccess, part: string): string {
  const hash = hashes.get(access) ?? hashOf(access)
  hashes.set(access, hash)
  return `${hash} ${part}`
}

// Versions alone are not enough: after a rewind of the database, the same version can name other terms and data.
function hashOf(access: PortfolioAccess): string {
  const { visibility, grant, epoch, clientName, environment, currency } = access
  const { dataVersion, changedAt, fullBefore, deltasFrom } = access
  const { clientId, scopes, filter } = visibility
  const instants = [changedAt, fullBefore, deltasFrom]
  const portfolio = [epoch, clientId, clientName, environment, currency, dataVersion, ...instants]
  return digestOf([...portfolio, [...scopes], filter, grant])
}

/** Caches of what is computed over a portfolio. */
export function createTotals(maxBytes: number) {
  return {
    counts: new PortfolioCache<number>(maxBytes),
    /** Instants of the newest visible change of a portfolio. */
    newest: new PortfolioCache<Newest>(maxBytes),
    /** Digests of the visible assets of a portfolio. */
    digests: new PortfolioCache<string>(maxBytes),
    sums: new PortfolioCache<readonly CategorySum[]>(maxBytes),
    /** Value histories of a portfolio, by their instants. */
    histories: new PortfolioCache<readonly ValuePoint[]>(maxBytes),
  }
}

export type Totals = Readonly<ReturnType<typeof createTotals>>
