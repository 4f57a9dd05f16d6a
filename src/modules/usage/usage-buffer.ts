/** How the rows of a buffer are compared and summed. */
interface Counting<Row> {
  /** The maximum number of rows. */
  readonly most: number
  /** Whether two rows of one id can be summed. */
  isSame(one: Row, other: Row): boolean
  /** Adds the second row to the first. */
  merge(into: Row, row: Row): void
  /** The number of requests that a row counts. */
  requests(row: Row): number
}

/**
 * Rows that wait to be written, by the id that they belong to. Their number is bounded: a row without room is dropped,
 * and its requests are counted as lost. An id has few rows, so comparing them is cheaper than a map key of all their
 * members.
 */
export class UsageBuffer<Row> {
  readonly #counting: Counting<Row>
  #rows = new Map<string, Row[]>()
  #size = 0
  #lost = 0

  constructor(counting: Counting<Row>) {
    this.#counting = counting
  }

  add(id: string, row: Row): void {
    const { most, isSame, merge, requests } = this.#counting
    const rows = this.#rows.get(id)
    const known = rows?.find((each) => isSame(each, row))
    if (known) merge(known, row)
    else if (this.#size >= most) this.#lost += requests(row)
    else this.#keep(id, row, rows)
  }

  #keep(id: string, row: Row, rows: Row[] | undefined): void {
    if (rows) rows.push(row)
    else this.#rows.set(id, [row])
    this.#size += 1
  }

  /** Whether the buffer is more than half full. */
  get isCrowded(): boolean {
    return this.#size > this.#counting.most / 2
  }

  /** Writes all rows. On failure the rows stay, newer rows are added to them, and the error is thrown. */
  async drain(write: (rows: Row[]) => Promise<void>): Promise<void> {
    if (this.#size === 0) return
    const [taken, size] = [this.#rows, this.#size]
    this.#rows = new Map()
    this.#size = 0
    try {
      await write([...taken.values()].flat())
    } catch (thrown) {
      const since = this.#rows
      this.#rows = taken
      this.#size = size
      for (const [id, rows] of since) for (const row of rows) this.add(id, row)
      throw thrown
    }
  }

  /** Returns the number of requests that were lost since the last call. */
  takeLost(): number {
    const lost = this.#lost
    this.#lost = 0
    return lost
  }
}
