import type { Person } from '../access/caller.ts'
import { requireRecentCheck } from '../access/session-checks.ts'
import { invalidBody } from '../errors.ts'
import { consumeCode, hasSecondFactor } from '../modules/people/recovery.writes.ts'
import { confirmSession } from '../modules/people/sessions.ts'
import { SignedIn, type SignInContext } from './sign-in-context.ts'

const MISSING = {
  code: 'Confirm with a code of your authenticator app, as code.',
  password: 'Confirm with your password, as password.',
} as const

// The proof with which users confirm their identity.
type Proof = { readonly [Kind in keyof typeof MISSING]?: string | undefined }

/**
 * Confirms the user's identity: for 15 minutes, this session can change credentials and grants. Users with a second
 * factor give a code, because a password alone does not sign them in either.
 */
export async function confirmIdentity(context: SignInContext, proof: Proof): Promise<void> {
  const person = context.requirePerson()
  const by = (await hasSecondFactor(context.prisma, person.userId)) ? 'code' : 'password'
  const secret = proof[by]
  if (secret === undefined) throw invalidBody(MISSING[by])
  await context.limitAttempts(person, async () => {
    if (by === 'code') await verifyTotp(context, { code: secret, isFirst: false })
    else await context.forward('/verify-password', { password: secret })
  })
  const { requestId, now } = context.requestContext
  await confirmSession(context.prisma, person, { by, requestId }, now)
}

/** The signed-in user. Throws `recent_sign_in_required` without a recent confirmation. */
export function requireConfirmed(context: SignInContext): Person {
  const person = context.requirePerson()
  requireRecentCheck(person, context.requestContext.now)
  return person
}

/** The signed-in user, who sends the password. A user with a second factor must pass `requireConfirmed` as well. */
export async function requireSecondFactorConfirmed(context: SignInContext): Promise<Person> {
  const person = context.requirePerson()
  return (await hasSecondFactor(context.prisma, person.userId)) ? requireConfirmed(context) : person
}

/** Verifies an authenticator code and marks it as used. `isFirst`: it completes the setup. Throws `invalid_code`. */
export async function verifyTotp(
  context: SignInContext,
  { code, isFirst }: { readonly code: string; readonly isFirst: boolean },
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
