import { confirmSession } from '../modules/people/sessions.ts'
import { type Signed, verifyPasskeyOf } from './passkeys.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

/**
 * Confirms the user's identity with one of their passkeys. The device has unlocked it for its user, so it is as strong
 * as a password and a code. The attempt counts like the other attempts in the session.
 */
export async function confirmWithPasskey(
  signed: Signed,
  context: SignInContext,
): Promise<SignInResponse> {
  const person = context.requirePerson()
  await context.limitAttempts(person, () => verifyPasskeyOf(person, signed, context))
  const { requestId, now } = context.requestContext
  await confirmSession(context.prisma, person, { by: 'passkey', requestId }, now)
  return respond({ status: true })
}
