/** What a tally adds up: how many requests a row stands for. */
interface Counted {
  requests: number
}

/**
 * Rows in the making by what they are about, so many at most: a row that finds no room is lost,
 * and how many requests it stood for is known.
 */
export class Tally<Row extends Counted> {
  readonly #most: number
  readonly #merge: (into: Row, row: Row) => void
  #rows = new Map<string, Row>()
  #lost = 0

  /** `merge` adds the second row, which is about the same, to the first. */
  constructor(most: number, merge: (into: Row, row: Row) => void) {
    this.#most = most
    this.#merge = merge
  }

  add(key: string, row: Row): void {
    const known = this.#rows.get(key)
    if (known) this.#merge(known, row)
    else if (this.#rows.size < this.#most) this.#rows.set(key, row)
    else this.#lost += row.requests
  }

  /** Whether more than half of the room is taken. */
  get crowded(): boolean {
    return this.#rows.size > this.#most / 2
  }

  /** Writes all rows. Where that fails they are kept, what came meanwhile is added to them, and the failure is thrown. */
  async drain(write: (rows: Row[]) => Promise<void>): Promise<void> {
    if (this.#rows.size === 0) return
    const taken = this.#rows
    this.#rows = new Map()
    try {
      await write([...taken.values()])
    } catch (thrown) {
      const since = this.#rows
      this.#rows = taken
      for (const [key, row] of since) this.add(key, row)
      throw thrown
    }
  }

  /** How many requests were lost since this was last asked. */
  takeLost(): number {
    const lost = this.#lost
    this.#lost = 0
    return lost
  }
}
