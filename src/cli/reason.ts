import { MAX_REASON_LENGTH } from '../modules/people/locked-out.ts'
import { parseLine } from '../values/name.ts'

/** Parses the option `--reason`. Throws `invalid_parameter`. */
export function parseReason(text: string): string {
  return parseLine(text, 'reason', MAX_REASON_LENGTH)
}
