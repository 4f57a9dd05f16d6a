import { consumeCode } from '../modules/people/second-factor.writes.ts'
import { SignedIn, type SignInContext } from './sign-in-context.ts'

/**
 * Verifies a code of an authenticator app, for a sign-in or within a session, and marks it as used.
 * `isFirst`: the code completes the setup of the second factor. Throws `invalid_code`.
 */
export async function verifyTotp(
  { code, isFirst }: { readonly code: string; readonly isFirst: boolean },
  context: SignInContext,
) {
  const { requestId, now } = context.requestContext
  const response = await context.forward('/two-factor/verify-totp', { code })
  const { user } = SignedIn.parse(response.body)
  try {
    // better-auth accepts a code more than once while it is valid.
    await consumeCode(context.prisma, { userId: user.id, requestId }, { code, isFirst }, now)
  } catch (error) {
    await context.endNewSession(response)
    throw error
  }
  return response
}
