import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database/open.ts'

export interface Surroundings {
  readonly database: OpenDatabase
  readonly config: Config
}

export interface EnvironmentFinding {
  readonly part: string
  /** `advice`: it works, and could be better. */
  readonly state: 'sound' | 'advice' | 'problem'
  readonly found: string
  /** The remedy. Null: nothing has to be done. */
  readonly remedy: string | null
}

export type Found = Omit<EnvironmentFinding, 'part'>

export function sound(found: string): Found {
  return { state: 'sound', found, remedy: null }
}

export function advice(found: string, remedy: string): Found {
  return { state: 'advice', found, remedy }
}

export function problem(found: string, remedy: string): Found {
  return { state: 'problem', found, remedy }
}

/** A rule of the stored data, with a query for the rows that break it. */
export interface Check {
  readonly name: string
  /** The problem of each example. It is printed after the ids of the example. */
  readonly message: string
  /** A query for the rows that break the rule. Its columns are `client_id` and those in `ids`. They are printed. */
  readonly violations: string
  /** The columns that identify such a row, together with the client. Default: that of an asset. */
  readonly ids?: readonly string[]
  /** The query has a function that PostgreSQL 15 does not have. */
  readonly isOfNewServers?: true
}
