/** A rule of the stored data, with a query for the rows that break it. */
export interface Check {
  readonly name: string
  /** The problem of each example. It is printed after the ids of the example. */
  readonly message: string
  /** A query for the rows that break the rule. Its columns are `client_id` and those in `ids`. They are printed. */
  readonly violations: string
  /** The columns that identify such a row, together with the client. */
  readonly ids: readonly string[]
  /** The query has a function that PostgreSQL 15 does not have. */
  readonly isOfNewServers?: true
}
