import type { CombinedError } from 'urql'
import { toPortalError } from './error.ts'

/** Whether a query's record does not exist or is not the user's to see. */
export function isNotFound([{ error }]: readonly [
  { error?: CombinedError },
  ...unknown[],
]): boolean {
  return error !== undefined && toPortalError(error).code === 'record_not_found'
}
