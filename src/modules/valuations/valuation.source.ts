import { GatewayError } from '../../errors.ts'
import { WORD } from '../../values/json.ts'

/** A valuation source. Throws `invalid_parameter`. */
export function parseSource(text: string): string {
  if (WORD.test(text)) return text
  throw new GatewayError(
    'invalid_parameter',
    'source takes one snake_case word, such as spot_price or appraisal.',
  )
}
