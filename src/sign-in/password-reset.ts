import { GatewayError } from '../errors.ts'
import { passwordResetMail } from '../modules/people/invitation-mail.ts'
import {
  createPasswordReset,
  removePasswordReset,
} from '../modules/people/password-reset.writes.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

/** Whether a link for a new password can be mailed, or an administrator has to create one. */
export function describePasswordReset({ mailer }: SignInContext): SignInResponse {
  return respond({ byMail: mailer !== null })
}

/**
 * Mails a link for a new password, if the email has an account. The answer is the same for every
 * email, and is sent before the account is looked for: neither its content nor its time tells which
 * emails have one. Throws `rate_limit_exceeded` for the address of the caller, and `state_conflict`
 * where no mail is sent.
 */
export async function requestPasswordReset(
  email: string,
  context: SignInContext,
): Promise<SignInResponse> {
  if (context.mailer === null)
    throw new GatewayError('state_conflict', 'No mail is sent here. Ask your administrator.')
  await context.limitMails()
  context.afterResponse(() => mailPasswordReset(email, context))
  return respond({ status: true })
}

async function mailPasswordReset(email: string, context: SignInContext): Promise<void> {
  const { prisma, mailer, requestContext } = context
  const { requestId, now } = requestContext
  const reset = await createPasswordReset(prisma, { email, requestId }, now)
  if (reset === null || mailer === null) return
  const link = mailer.urlOf(`/invitation/${reset.token}`)
  const mailed = await mailer.send(passwordResetMail({ ...reset, link }))
  if (!mailed) await removePasswordReset(prisma, reset)
}
