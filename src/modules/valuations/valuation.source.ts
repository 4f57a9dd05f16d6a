import { GatewayError } from '../../errors.ts'

/** What a valuation source looks like: the list is open. */
export const SOURCE = /^[a-z][a-z0-9_]{0,63}$/

/** A valuation source. Throws `invalid_parameter`. */
export function parseSource(text: string): string {
  if (SOURCE.test(text)) return text
  throw new GatewayError(
    'invalid_parameter',
    'source takes one snake_case word, such as spot_price or appraisal.',
  )
}
