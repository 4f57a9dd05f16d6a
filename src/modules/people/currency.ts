import { GatewayError } from '../../errors.ts'
import { upperAscii } from '../../values/text.ts'

/** An ISO 4217 code in capitals. Throws `invalid_parameter`. */
export function parseCurrency(text: string): string {
  const code = upperAscii(text)
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    throw new GatewayError('invalid_parameter', 'currency takes an ISO 4217 code, such as USD.')
  }
  return code
}
