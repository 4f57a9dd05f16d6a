import { callerNotAllowed, stateConflict } from '../errors.ts'
import { recordEvent } from '../modules/audit/audit.writes.ts'
import { hasSecondFactor } from '../modules/people/recovery.writes.ts'
import { requireSecondFactorConfirmed, verifyTotp } from './confirm.ts'
import { signInEnded } from './error.ts'
import { stepUnderOnePassword } from './one-password.ts'
import { SignedIn, type SignInContext, type SignInResponse } from './sign-in-context.ts'

type PasswordBody = { readonly password: string }
type CodeBody = { readonly code: string }

/** Starts the setup of a second factor. A first code completes it. */
export async function enableTwoFactor(context: SignInContext, body: PasswordBody) {
  const person = context.requirePerson()
  // better-auth would replace an existing factor before the new one is verified.
  if (await hasSecondFactor(context.prisma, person.userId))
    throw stateConflict('There is a second factor; turn it off first.')
  return context.limitAttempts(person, () => context.forward('/two-factor/enable', body))
}

export async function disableTwoFactor(context: SignInContext, body: PasswordBody) {
  const person = await requireSecondFactorConfirmed(context)
  const { userId, isStaff } = person
  if (isStaff) throw callerNotAllowed('Staff cannot turn off their second factor.')
  const existed = await hasSecondFactor(context.prisma, userId)
  const response = await context.limitAttempts(person, () =>
    context.forward('/two-factor/disable', body),
  )
  if (existed) await record(context, userId, 'person.second_factor_removed')
  return response
}

/** Creates new recovery codes, which replace the old ones. */
export async function createRecoveryCodes(context: SignInContext, body: PasswordBody) {
  const person = await requireSecondFactorConfirmed(context)
  const path = '/two-factor/generate-backup-codes'
  const response = await context.limitAttempts(person, () => context.forward(path, body))
  await record(context, person.userId, 'person.recovery_codes_made')
  return response
}

/** Completes a sign-in, or the setup of a second factor, with a code of an authenticator app. */
export async function verifyCode(context: SignInContext, { code }: CodeBody) {
  const { person, prisma } = context
  const isFirst = person !== null && !(await hasSecondFactor(prisma, person.userId))
  return takeSecondStep(context, () => verifyTotp(context, { code, isFirst }))
}

/** Completes a sign-in with a recovery code. better-auth accepts each only once. */
export async function verifyRecoveryCode(context: SignInContext, body: CodeBody) {
  const path = '/two-factor/verify-backup-code'
  const response = await takeSecondStep(context, () => context.forward(path, body))
  const { user } = SignedIn.parse(response.body)
  await record(context, user.id, 'person.recovery_code_used')
  return response
}

// Codes of both kinds are counted for the account before they are checked: better-auth limits them only for each
// sign-in.
async function takeSecondStep(context: SignInContext, attempt: () => Promise<SignInResponse>) {
  const { person, waiting } = context
  const account = waiting && ({ email: waiting.email, secret: 'code' } as const)
  const response = await context.limitAttempts(person ?? account, async () => {
    // Without an account, the attempt cannot be counted, so no code is checked.
    if (waiting) return stepUnderOnePassword(waiting.email, context, attempt, signInEnded())
    if (!person) throw signInEnded()
    return attempt()
  })
  if (waiting) await context.countComplete(waiting.email)
  return context.completeSignIn(response, ['password', 'code'])
}

function record(
  { prisma, requestContext }: SignInContext,
  userId: string,
  action: `person.${'second_factor_removed' | 'recovery_codes_made' | 'recovery_code_used'}`,
) {
  const actor = { kind: 'user', userId, requestId: requestContext.requestId } as const
  return recordEvent(prisma, actor, { action, subject: userId })
}
