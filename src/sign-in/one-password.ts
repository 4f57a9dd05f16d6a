import type { GatewayError } from '../errors.ts'
import { underOnePassword } from '../modules/people/unchanged-password.ts'
import type { SignInContext, SignInResponse } from './sign-in-context.ts'

/**
 * Runs a step of a sign-in that a password began. Throws `ended` if the password was replaced during the step. A new
 * password ends all sessions of the old one, but the session of this step began later. So it is ended here.
 */
export async function stepUnderOnePassword(
  email: string,
  context: SignInContext,
  step: () => Promise<SignInResponse>,
  ended: GatewayError,
): Promise<SignInResponse> {
  const { result, same } = await underOnePassword(context.prisma, email, step)
  if (same) return result
  await context.endNewSession(result)
  throw ended
}
