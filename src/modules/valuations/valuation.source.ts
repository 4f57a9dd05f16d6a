import { GatewayError } from '../../errors.ts'
import { WORD } from '../../values/json.ts'

/** The known sources. The list is open: a system of a firm or of the platform may state others. */
export const KNOWN_SOURCES = [
  'appraisal',
  'auction_result',
  'insurance',
  'purchase',
  'spot_price',
  'user_estimate',
] as const

/** A valuation source. Throws `invalid_parameter`. */
export function parseSource(text: string): string {
  if (WORD.test(text)) return text
  throw new GatewayError(
    'invalid_parameter',
    'source takes one snake_case word, such as spot_price or appraisal.',
  )
}
