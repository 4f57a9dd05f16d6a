import { GatewayError, stateConflict } from '../errors.ts'
import { acceptSignedIn, acceptWithNewAccount } from '../modules/firms/member-acceptance.writes.ts'
import {
  findMemberInvitation,
  hasAccount,
  type OpenedInvitation,
} from '../modules/firms/member-invitation.writes.ts'
import { acceptInvitation, findInvited } from '../modules/people/password.writes.ts'
import { requestPasswordResetMail } from '../modules/people/password-reset.writes.ts'
import { readPerson } from '../modules/people/person.reads.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

type TokenBody = { readonly token: string }

/** How the invited person accepts an invitation to a firm. `either`: with a new account or an existing one. */
type Acceptance = 'new_account' | 'sign_in' | 'signed_in' | 'either'

/**
 * The invitation of a link: to set a password, or to join a firm. Only the holder of a mailed link learns that an email
 * has an account: the link went to its owner. If an admin has seen the link, all answers are the same.
 */
export function checkInvitation(context: SignInContext, { token }: TokenBody) {
  const { prisma, requestContext } = context
  return context.limitAttempts(null, async () => {
    const invitation = await findMemberInvitation(prisma, token, requestContext.now)
    if (!invitation) return respond(await findInvited(prisma, token, requestContext.now))
    const { name, email, firmName, role } = invitation
    const acceptance = await acceptanceFor(invitation, context)
    return respond({ name, email, firm: firmName, role, acceptance })
  })
}

async function acceptanceFor(
  { email, mailed }: OpenedInvitation,
  context: SignInContext,
): Promise<Acceptance> {
  const person = context.person && (await readPerson(context.prisma, context.person.userId))
  if (person?.email === email) return 'signed_in'
  if (!mailed) return 'either'
  return (await hasAccount(context.prisma, email)) ? 'sign_in' : 'new_account'
}

/** Sets the password of the invited person. For an invitation to a firm, creates their account. Returns their email. */
export function acceptWithPassword(
  context: SignInContext,
  { token, password }: TokenBody & { readonly password: string },
): Promise<{ readonly email: string }> {
  const { prisma, requestContext } = context
  const { requestId, now } = requestContext
  const input = { token, password, requestId }
  return context.limitAttempts(null, async () =>
    (await findMemberInvitation(prisma, token, now))
      ? acceptWithNewAccount(prisma, input, now)
      : acceptInvitation(prisma, input, now),
  )
}

/** Accepts an invitation to a firm for the person who is signed in. */
export function joinFirm(context: SignInContext, { token }: TokenBody): Promise<SignInResponse> {
  const { userId, by } = context.requirePerson()
  const { requestId, now } = context.requestContext
  if (by.kind !== 'session') throw new GatewayError('invalid_session', 'Sign in first.')
  const input = { token, requestId, userId, sessionId: by.id }
  return context.limitAttempts(null, async () =>
    respond(await acceptSignedIn(context.prisma, input, now)),
  )
}

/**
 * Mails a link for a new password, if the email has an account. The answer is the same for every email, and is sent
 * before the account is searched. So neither its content nor its time reveals which emails have an account. Throws
 * `rate_limit_exceeded` if the caller's address asks too often, and `state_conflict` if the gateway sends no mail.
 */
export async function requestPasswordReset(
  context: SignInContext,
  { email }: { readonly email: string },
): Promise<void> {
  if (!context.services.sendsMail)
    throw stateConflict('No mail is sent here. Ask your administrator.')
  await context.limitAddress('mails')
  const { requestId, now } = context.requestContext
  const mail = () => requestPasswordResetMail(context.prisma, { email, requestId }, now)
  context.services.afterResponse(mail)
}
