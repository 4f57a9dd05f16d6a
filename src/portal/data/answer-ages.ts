import type { Operation } from 'urql'

/** For so long, what was read is shown without asking again. */
export const FRESH_MS = 30_000

const MAX_ANSWERS = 500

/** When the server last answered each query. The queries that were answered longest ago are forgotten. */
export class AnswerAges {
  readonly #now: () => number
  readonly #answers = new Map<number, { readonly operation: Operation; readonly at: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Notes that the server has just answered this query. */
  note(operation: Operation): void {
    // The oldest is the first one.
    this.#answers.delete(operation.key)
    this.#answers.set(operation.key, { operation, at: this.#now() })
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined && this.#answers.size > MAX_ANSWERS) this.#answers.delete(oldest)
  }

  /** Whether the answer to this query is older than `FRESH_MS`, or unknown. */
  isOld({ key }: Operation): boolean {
    const answer = this.#answers.get(key)
    return answer === undefined || this.#now() - answer.at >= FRESH_MS
  }

  /** The queries whose answers are known and old. */
  get old(): readonly Operation[] {
    return [...this.#answers.values()]
      .map(({ operation }) => operation)
      .filter((operation) => this.isOld(operation))
  }
}
