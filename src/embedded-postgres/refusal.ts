import { type GatewayError, stateConflict } from '../errors.ts'

/** An error of the embedded server that says what the operator can do. */
export function refusal(problem: string, remedy: string, cause?: unknown): GatewayError {
  return stateConflict(`${problem}. ${remedy}`, { cause })
}
