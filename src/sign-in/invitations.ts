import { GatewayError } from '../errors.ts'
import {
  acceptSignedIn,
  acceptWithNewAccount,
} from '../modules/partner-access/member-acceptance.writes.ts'
import {
  findMemberInvitation,
  hasAccount,
} from '../modules/partner-access/member-invitation.reads.ts'
import { acceptInvitation, findInvited } from '../modules/people/password.writes.ts'
import { readPerson } from '../modules/people/person.reads.ts'
import { respond, type SignInContext, type SignInResponse } from './sign-in-context.ts'

/** How the invited person accepts an invitation to a firm. */
type Acceptance = 'new_account' | 'sign_in' | 'signed_in'

/**
 * Whom a link invites: to set a password, or to a firm. That an email has an account is told to nobody
 * but the holder of a link to it.
 */
export function checkInvitation(token: string, context: SignInContext): Promise<SignInResponse> {
  const { prisma, requestContext } = context
  return context.limitAttempts(null, async () => {
    const invitation = await findMemberInvitation(prisma, token, requestContext.now)
    if (!invitation) return respond(await findInvited(prisma, token, requestContext.now))
    const { name, email, firmName, role } = invitation
    const acceptance = await acceptanceFor(email, context)
    return respond({ name, email, firm: firmName, role, acceptance })
  })
}

async function acceptanceFor(email: string, context: SignInContext): Promise<Acceptance> {
  if (!(await hasAccount(context.prisma, email))) return 'new_account'
  const person = context.person && (await readPerson(context.prisma, context.person.userId))
  return person?.email === email ? 'signed_in' : 'sign_in'
}

/** Sets the password of the invited person, who has no account in the case of a firm. Returns their email. */
export function acceptWithPassword(
  { token, password }: { readonly token: string; readonly password: string },
  { prisma, requestContext, limitAttempts }: SignInContext,
): Promise<{ readonly email: string }> {
  const { requestId, now } = requestContext
  const input = { token, password, requestId }
  return limitAttempts(null, async () =>
    (await findMemberInvitation(prisma, token, now))
      ? acceptWithNewAccount(prisma, input, now)
      : acceptInvitation(prisma, input, now),
  )
}

/** Accepts an invitation to a firm for the person who is signed in. */
export function joinFirm(token: string, context: SignInContext): Promise<SignInResponse> {
  const { userId, by } = context.requirePerson()
  const { requestId, now } = context.requestContext
  if (by.kind !== 'session') throw new GatewayError('invalid_session', 'Sign in first.')
  const input = { token, requestId, userId, sessionId: by.id }
  return context.limitAttempts(null, async () =>
    respond(await acceptSignedIn(context.prisma, input, now)),
  )
}
