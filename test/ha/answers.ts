/** The answers to one kind of request, as the clients saw them. Instants are of `performance.now()`. */
export class Answers {
  readonly #goodAt: number[] = []
  readonly #statuses = new Map<number, number>()
  /** Milliseconds. */
  slowest = 0

  /** Counts an answer to a request that was sent at an instant. */
  add(sentAt: number, status: number): void {
    const now = performance.now()
    this.slowest = Math.max(this.slowest, now - sentAt)
    this.#statuses.set(status, this.count(status) + 1)
    if (status < 300 && status > 0) this.#goodAt.push(now)
  }

  count(status: number): number {
    return this.#statuses.get(status) ?? 0
  }

  get good(): number {
    return this.#goodAt.length
  }

  /** The longest time without a good answer that ended after an instant, in milliseconds. */
  longestGapAfter(start: number): number {
    const before = this.#goodAt.findLast((at) => at <= start) ?? start
    const instants = [before, ...this.#goodAt.filter((at) => at > start)]
    const gaps = instants.map((at, index) => at - (instants[index - 1] ?? at))
    return Math.max(...gaps)
  }

  /** Whether a good answer came after an instant. */
  hasGoodAfter(start: number): boolean {
    return (this.#goodAt.at(-1) ?? 0) > start
  }
}
