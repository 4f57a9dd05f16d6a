import type { Params } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import type { Arg } from '../../schema/list.type.ts'

/** Which documents to list, by their dates. Both ends are included. A document without a date is in no range of it. */
export interface DocumentRange {
  readonly issuedFrom: string | null
  readonly issuedTo: string | null
  readonly expiresFrom: string | null
  readonly expiresTo: string | null
}

export type DocumentRangeArgs = {
  readonly [Name in keyof DocumentRange]?: string | null | undefined
}

export function rangeArgs(arg: Arg) {
  return {
    issuedFrom: arg({ type: 'Date', description: 'Issued on this date or later.' }),
    issuedTo: arg({ type: 'Date', description: 'Issued on this date or earlier.' }),
    ...expiryArgs(arg, 'Expires on this date or later.'),
  }
}

export function futureArgs(arg: Arg) {
  return expiryArgs(arg, 'Expires on this date or later. Today in UTC, unless it is given.')
}

function expiryArgs(arg: Arg, description: string) {
  return {
    expiresFrom: arg({ type: 'Date', description }),
    expiresTo: arg({ type: 'Date', description: 'Expires on this date or earlier.' }),
  }
}

/** The range from today (UTC) on, unless its first date is given. */
export function fromToday(range: DocumentRange, now: Date): DocumentRange {
  return { ...range, expiresFrom: range.expiresFrom ?? now.toISOString().slice(0, 10) }
}

/** The range of the arguments. Throws `invalid_parameter` for a range that ends before it begins. */
export function parseDocumentRange(args: DocumentRangeArgs): DocumentRange {
  const { issuedFrom = null, issuedTo = null, expiresFrom = null, expiresTo = null } = args
  requireOrder('issued', issuedFrom, issuedTo)
  requireOrder('expires', expiresFrom, expiresTo)
  return { issuedFrom, issuedTo, expiresFrom, expiresTo }
}

/** The conditions that document `alias` is in the range, each with AND in front. Empty: every document is. */
export function inRange(range: DocumentRange, alias: string, params: Params): string {
  const { issuedFrom, issuedTo, expiresFrom, expiresTo } = range
  const bound = (comparison: string, date: string | null) =>
    date === null ? '' : ` AND ${alias}.${comparison} ${params.add(date)}::date`
  const issued = bound('issued_on >=', issuedFrom) + bound('issued_on <=', issuedTo)
  return issued + bound('expires_on >=', expiresFrom) + bound('expires_on <=', expiresTo)
}

// Dates of this form are in order as texts.
function requireOrder(name: string, from: string | null, to: string | null): void {
  if (from !== null && to !== null && from > to)
    throw invalidParameter(`${name}From takes a date that is not after ${name}To.`)
}
