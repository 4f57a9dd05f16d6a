/** A rule of the stored data, and how to find what breaks it. */
export interface Check {
  readonly name: string
  /** What is wrong with each example, in words that follow its ids. */
  readonly message: string
  /** A query for the rows that break the rule. Its columns are `client_id` and those of `ids`: they are printed. */
  readonly violations: string
  /** What identifies such a row beside the client. */
  readonly ids: readonly string[]
}
