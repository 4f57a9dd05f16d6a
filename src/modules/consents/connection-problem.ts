import { type ErrorCode, GatewayError } from '../../errors.ts'
import { NOT_PROVED } from '../people/person.writes.ts'

/** Why a client cannot approve a connection link: the error, and its message. */
const PROBLEMS = {
  key_ended: ['invalid_parameter', 'The key that this link is for has ended; ask for a new link.'],
  link_revoked: ['invalid_parameter', 'The firm has withdrawn this link; ask for a new one.'],
  link_used: [
    'invalid_parameter',
    'This link was for single use, and was used; ask for a new one.',
  ],
  link_expired: ['invalid_parameter', 'This link has expired; ask for a new one.'],
  link_ended: ['invalid_parameter', 'This link has ended; ask for a new one.'],
  plan_lapsed: [
    'enterprise_plan_required',
    'The requesting firm has no active Enterprise plan; access can be granted once it has one.',
  ],
  no_portfolio: [
    'caller_not_allowed',
    'Only a client with a portfolio can answer a connection link.',
  ],
  not_proved: ['caller_not_allowed', NOT_PROVED],
  other_environment: [
    'invalid_parameter',
    'The key that this link is for reads portfolios of the other environment.',
  ],
} as const satisfies Record<string, readonly [ErrorCode, string]>

export type ConnectionProblem = keyof typeof PROBLEMS

/** Throws the reason if the client cannot approve the request. */
export function requireApprovable({
  problem,
}: {
  readonly problem: ConnectionProblem | null
}): void {
  if (problem === null) return
  const [code, reason] = PROBLEMS[problem]
  throw new GatewayError(code, reason)
}
