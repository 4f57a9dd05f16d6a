import type { Person } from '../access/caller.ts'
import { requireRecentCheck } from '../access/step-up.ts'
import { GatewayError } from '../errors.ts'
import { consumeCode, hasSecondFactor } from '../modules/people/second-factor.writes.ts'
import { confirmSession } from '../modules/people/sessions.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

const ACCEPTED = {
  code: 'Confirm with a code of your authenticator app, as code.',
  password: 'Confirm with your password, as password.',
} as const

/** What a person confirms their identity with: one of the two. */
export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/**
 * Starts a new 15 minutes in which this session may change credentials and grants. A person with a
 * second factor gives a code: a password alone must not be enough where sign-in asks for both.
 */
export async function confirmIdentity(proof: Proof, visit: SignInContext): Promise<SignInResponse> {
  const person = visit.requirePerson()
  const byCode = await hasSecondFactor(visit.prisma, person.userId)
  const by = byCode ? 'code' : 'password'
  const secret = proof[by]
  if (secret === undefined) throw new GatewayError('invalid_body', ACCEPTED[by])
  await visit.limitAttempts(person, async () => {
    if (byCode) await checkCode(secret, person, visit)
    else await visit.forward('/verify-password', { password: secret })
  })
  const { requestId, now } = visit.requestContext
  await confirmSession(visit.prisma, person, { by, requestId }, now)
  return respond({ status: true })
}

/**
 * For settings whose request carries the password. That is enough unless there is a second factor,
 * which must then have been given recently. Throws `recent_sign_in_required`.
 */
export async function requireFactorToo(visit: SignInContext): Promise<Person> {
  const person = visit.requirePerson()
  if (await hasSecondFactor(visit.prisma, person.userId))
    requireRecentCheck(person, visit.requestContext.now)
  return person
}

async function checkCode(code: string, { userId }: Person, visit: SignInContext): Promise<void> {
  const { requestId, now } = visit.requestContext
  await visit.forward('/two-factor/verify-totp', { code })
  await consumeCode(visit.prisma, { userId, requestId }, { code, isFirst: false }, now)
}
