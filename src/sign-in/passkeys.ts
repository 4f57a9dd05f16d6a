import { z } from 'zod'
import { GatewayError } from '../errors.ts'
import {
  addPasskey,
  beginPasskeySession,
  requireRoomForPasskey,
} from '../modules/people/passkey.writes.ts'
import { parseName } from '../values/name.ts'
import { requireNoCertificates } from './attestation.ts'
import { requireConfirmed } from './confirm.ts'
import type { Assertion, Attestation } from './passkey-bodies.ts'
import { respond, SignedIn, type SignInContext, type SignInResponse } from './sign-in-context.ts'

type NewPasskey = { readonly name: string; readonly response: z.output<typeof Attestation> }
type Signed = { readonly response: z.output<typeof Assertion> }

const Options = z.looseObject({})
const Added = z.object({ id: z.string() })

/** What the browser needs to create a passkey for the signed-in user. */
export async function startAddingPasskey(context: SignInContext): Promise<SignInResponse> {
  const person = requireConfirmed(context)
  await requireRoomForPasskey(context.prisma, person.userId)
  return context.forward('/passkey/generate-register-options')
}

/** Adds the passkey that the browser has created. */
export async function finishAddingPasskey(
  { name, response }: NewPasskey,
  context: SignInContext,
): Promise<SignInResponse> {
  const person = requireConfirmed(context)
  const parsed = parseName(name)
  await requireRoomForPasskey(context.prisma, person.userId)
  await requireNoCertificates(response.response.attestationObject)
  const path = '/passkey/verify-registration'
  const added = await context.forward(path, { name: parsed, response })
  const { id } = Added.parse(added.body)
  const { requestId } = context.requestContext
  return respond(await addPasskey(context.prisma, { userId: person.userId, requestId }, id))
}

/** What the browser needs to sign in with a passkey. The same for everybody: it names no account. */
export async function startPasskeySignIn(context: SignInContext): Promise<SignInResponse> {
  await context.limitChallenges()
  const { body, cookies } = await context.forward('/passkey/generate-authenticate-options')
  // In a session better-auth would name the passkeys of its user, but another may be about to sign in.
  const { allowCredentials: _, ...options } = Options.parse(body)
  return { body: { ...options, userVerification: 'required' }, cookies }
}

/** Signs in with a passkey, which takes the place of the password and of the second factor. */
export async function signInWithPasskey(
  { response }: Signed,
  context: SignInContext,
): Promise<SignInResponse> {
  const signedIn = await context.limitAttempts(null, () =>
    context.forward('/passkey/verify-authentication', { response }),
  )
  const { user } = SignedIn.parse(signedIn.body)
  const { newSessionId: sessionId } = signedIn
  if (sessionId === undefined) throw new Error('better-auth began no session')
  const { now } = context.requestContext
  const used = { userId: user.id, credentialId: response.id, sessionId }
  if (!(await beginPasskeySession(context.prisma, used, now))) {
    await context.endNewSession(signedIn)
    throw new GatewayError('invalid_credentials', 'The passkey is not accepted.')
  }
  const { id, email } = user
  return context.rememberDevice({ ...signedIn, body: { user: { id, email } } }, email)
}
