import { ERROR_CODES, type ErrorCode, GatewayError } from '../../errors.ts'

/** The error code of a filter. Throws `invalid_parameter` for a text that is none. */
export function parseCode(text: string): ErrorCode {
  const code = ERROR_CODES.find((each) => each === text)
  if (code === undefined)
    throw new GatewayError('invalid_parameter', 'code takes an error code of the interface.')
  return code
}
