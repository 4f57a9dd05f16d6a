import { GatewayError } from '../errors.ts'
import {
  consumeCode,
  hasSecondFactor,
  recordSecondFactorAction,
  type SecondFactorAction,
} from '../modules/people/second-factor.writes.ts'
import { requireFactorToo } from './confirm.ts'
import { SignedIn, type SignInContext, type SignInResponse } from './sign-in-context.ts'

type WithPassword = { readonly password: string }
type WithCode = { readonly code: string }

/** Begins to set up a second factor, which a first code has to prove. */
export async function enableTwoFactor(
  body: WithPassword,
  visit: SignInContext,
): Promise<SignInResponse> {
  const person = visit.requirePerson()
  const { userId } = person
  // One that is there would be replaced before the new one has proved itself.
  if (await hasSecondFactor(visit.prisma, userId))
    throw new GatewayError('state_conflict', 'There is a second factor; turn it off first.')
  return visit.limitAttempts(person, () => visit.forward('/two-factor/enable', body))
}

/** Turns the second factor off, by the password. */
export async function disableTwoFactor(
  body: WithPassword,
  visit: SignInContext,
): Promise<SignInResponse> {
  const person = await requireFactorToo(visit)
  const { userId, isStaff } = person
  if (isStaff)
    throw new GatewayError('caller_not_allowed', 'Staff cannot turn off their second factor.')
  const wasThere = await hasSecondFactor(visit.prisma, userId)
  const outcome = await visit.limitAttempts(person, () =>
    visit.forward('/two-factor/disable', body),
  )
  if (wasThere) await record(visit, userId, 'person.second_factor_removed')
  return outcome
}

/** Makes new recovery codes, by the password; the old ones end. */
export async function makeRecoveryCodes(
  body: WithPassword,
  visit: SignInContext,
): Promise<SignInResponse> {
  const person = await requireFactorToo(visit)
  const { userId } = person
  const path = '/two-factor/generate-backup-codes'
  const outcome = await visit.limitAttempts(person, () => visit.forward(path, body))
  await record(visit, userId, 'person.recovery_codes_made')
  return outcome
}

/**
 * Signs in, or proves a second factor, by a code that an authenticator shows. How often one sign-in
 * and one account may be wrong, better-auth counts in the database.
 */
export async function verifyCode(body: WithCode, visit: SignInContext): Promise<SignInResponse> {
  const { person, prisma, requestContext } = visit
  const isFirst = person !== null && !(await hasSecondFactor(prisma, person.userId))
  // Within a session better-auth does not count.
  return visit.limitAttempts(person, async () => {
    const outcome = await visit.forward('/two-factor/verify-totp', body)
    const user = userOf(outcome)
    const self = { userId: user.id, requestId: requestContext.requestId }
    // better-auth takes a code for as long as it is shown, from whoever has seen it.
    await consumeCode(prisma, self, { code: body.code, isFirst }, requestContext.now).catch(
      async (thrown) => {
        await visit.endNewSession(outcome)
        throw thrown
      },
    )
    return visit.rememberDevice(outcome, user.email)
  })
}

/** Signs in by a recovery code, which better-auth takes once. */
export async function verifyRecoveryCode(
  body: WithCode,
  visit: SignInContext,
): Promise<SignInResponse> {
  const path = '/two-factor/verify-backup-code'
  const outcome = await visit.limitAttempts(null, () => visit.forward(path, body))
  const user = userOf(outcome)
  await record(visit, user.id, 'person.recovery_code_used')
  return visit.rememberDevice(outcome, user.email)
}

function record(
  { prisma, requestContext }: SignInContext,
  userId: string,
  action: SecondFactorAction,
) {
  return recordSecondFactorAction(prisma, { userId, requestId: requestContext.requestId }, action)
}

function userOf({ body }: SignInResponse) {
  return SignedIn.parse(body).user
}
