import { GatewayError } from '../errors.ts'
import { requestPasswordResetMail } from '../modules/people/password-reset.writes.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

/** Whether a link for a new password can be mailed, or an administrator has to create one. */
export function describePasswordReset({ sendsMail }: SignInContext): SignInResponse {
  return respond({ byMail: sendsMail })
}

/**
 * Mails a link for a new password, if the email has an account. The answer is the same for every email, and is sent
 * before the account is searched. So neither its content nor its time reveals which emails have an account. Throws
 * `rate_limit_exceeded` if the caller's address asks too often, and `state_conflict` if the gateway sends no mail.
 */
export async function requestPasswordReset(
  email: string,
  context: SignInContext,
): Promise<SignInResponse> {
  if (!context.sendsMail)
    throw new GatewayError('state_conflict', 'No mail is sent here. Ask your administrator.')
  await context.limitMails()
  const { requestId, now } = context.requestContext
  context.afterResponse(() => requestPasswordResetMail(context.prisma, { email, requestId }, now))
  return respond({ status: true })
}
