import type { CombinedError } from 'urql'
import { faultOf } from './fault.ts'

/** Whether a query was answered with: there is no such record, or it is not the reader's. */
export function isMissing([{ error }]: readonly [
  { error?: CombinedError },
  ...unknown[],
]): boolean {
  return error !== undefined && faultOf(error).code === 'record_not_found'
}
