/** How the rows of a tally are told apart and added up. */
export interface Counting<Row> {
  /** How many rows there may be. */
  readonly most: number
  /** Whether two rows of one id are about the same. */
  isSame(one: Row, other: Row): boolean
  /** Adds the second row to the first. */
  merge(into: Row, row: Row): void
  /** How many requests a row stands for. */
  requests(row: Row): number
}

/**
 * Rows in the making, by the id that they are about. They are bounded: a row that finds no room is
 * lost, and how many requests it stood for is known. An id has few rows: they are compared, which
 * costs less than to make a key of all that tells them apart.
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

  /** Whether more than half of the room is taken. */
  get isCrowded(): boolean {
    return this.#size > this.#counting.most / 2
  }

  /** Writes all rows. Where that fails they are kept, what came meanwhile is added to them, and the failure is thrown. */
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

  /** How many requests were lost since this was last asked. */
  takeLost(): number {
    const lost = this.#lost
    this.#lost = 0
    return lost
  }
}
