import type { AttestationObject } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import { GatewayError, invalidBody } from '../errors.ts'
import {
  addPasskey,
  beginPasskeySession,
  markPasskeyUsed,
  requireRoomForPasskey,
} from '../modules/people/passkey.writes.ts'
import { confirmSession } from '../modules/people/sessions.ts'
import { parseJson } from '../values/json.ts'
import { parseName } from '../values/text-rules.ts'
import { requireConfirmed } from './confirm.ts'
import type { Assertion, Attestation } from './passkey-bodies.ts'
import { respond, SignedIn, type SignInContext, type SignInResponse } from './sign-in-context.ts'

type NewPasskey = { readonly name: string; readonly response: z.output<typeof Attestation> }
type Signed = { readonly response: z.output<typeof Assertion> }

const Options = z.looseObject({ allowCredentials: z.unknown().optional() })
const Added = z.object({ id: z.string() })

/** The options with which the browser creates a passkey for the signed-in user. */
export async function startAddingPasskey(context: SignInContext): Promise<SignInResponse> {
  const person = requireConfirmed(context)
  await requireRoomForPasskey(context.prisma, person.userId)
  return context.forward('/passkey/generate-register-options')
}

export async function finishAddingPasskey(context: SignInContext, { name, response }: NewPasskey) {
  const person = requireConfirmed(context)
  const parsed = parseName(name)
  await requireRoomForPasskey(context.prisma, person.userId)
  requireOwnFrame(response.response.clientDataJSON)
  await requireNoCertificates(response.response.attestationObject)
  const path = '/passkey/verify-registration'
  const added = await context.forward(path, { name: parsed, response })
  const { id } = Added.parse(added.body)
  const { requestId } = context.requestContext
  return respond(await addPasskey(context.prisma, person, { id, requestId }))
}

/** The options with which the browser signs in with a passkey. They are the same for everybody and name no account. */
export async function startPasskeySignIn(context: SignInContext): Promise<SignInResponse> {
  const { body, cookies } = await createChallenge(context)
  // In a session better-auth would name the passkeys of its user, but another person may want to sign in.
  const { allowCredentials: _, ...options } = body
  return { body: options, cookies }
}

async function createChallenge(context: SignInContext) {
  await context.limitAddress('challenges')
  const { body, cookies } = await context.forward('/passkey/generate-authenticate-options')
  return { body: { ...Options.parse(body), userVerification: 'required' }, cookies }
}

/** Signs in with a passkey. It replaces the password and the second factor. */
export async function signInWithPasskey(context: SignInContext, { response }: Signed) {
  const signedIn = await context.limitAttempts(null, () => verifySignature(response, context))
  const { user } = SignedIn.parse(signedIn.body)
  const { newSessionId: sessionId } = signedIn
  if (sessionId === undefined) throw new Error('better-auth began no session')
  const { now } = context.requestContext
  const used = { userId: user.id, credentialId: response.id, sessionId }
  if (!(await beginPasskeySession(context.prisma, used, now))) {
    await context.endNewSession(signedIn)
    throw notAccepted()
  }
  const { id, email } = user
  return context.completeSignIn({ ...signedIn, body: { user: { id, email } } }, [
    'password',
    'code',
  ])
}

/** The options with which the browser confirms with a passkey of the signed-in user. They name this user's passkeys. */
export async function startPasskeyConfirmation(context: SignInContext): Promise<SignInResponse> {
  context.requirePerson()
  return createChallenge(context)
}

// Verifies that a passkey of this person signed. better-auth can verify a passkey only by beginning a session. That
// session is ended at once, and its cookie is not sent. Throws `invalid_credentials`.
async function verifyPasskeyOf({ userId }: Person, { response }: Signed, context: SignInContext) {
  const signedIn = await verifySignature(response, context)
  await context.endNewSession(signedIn)
  const used = { userId, credentialId: response.id }
  const isOwn = SignedIn.parse(signedIn.body).user.id === userId
  if (!isOwn || !(await markPasskeyUsed(context.prisma, used, context.requestContext.now)))
    throw notAccepted()
}

async function verifySignature(response: Signed['response'], context: SignInContext) {
  requireOwnFrame(response.response.clientDataJSON)
  return context.forward('/passkey/verify-authentication', { response })
}

function notAccepted(): GatewayError {
  return new GatewayError('invalid_credentials', 'The passkey is not accepted.')
}

// Accepts a new passkey only without certificates. Certificates name the product of the device, which the gateway does
// not need. To check them, the library would fetch addresses from them, and the sender of the request chooses these
// addresses. Throws `invalid_body`.
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  if (isPlain(() => decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)))) return
  throw invalidBody('The passkey is not in a form that is accepted.')
}

// The format "packed" without a certificate is used by a device that signs for itself.
function isPlain(decode: () => AttestationObject): boolean {
  try {
    const decoded = decode()
    const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')]
    if (format === 'none') return statement.size === 0
    return format === 'packed' && statement.get('x5c') === undefined
  } catch {
    return false
  }
}

// `topOrigin` names the page around a frame of another site.
const InOwnFrame = z.looseObject({
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
})

// Throws `invalid_credentials` if the browser reports a frame of another site. The library does not check this.
function requireOwnFrame(clientDataJson: string): void {
  const data = parseJson(Buffer.from(clientDataJson, 'base64url').toString())
  if (!InOwnFrame.safeParse(data).success) throw notAccepted()
}

/** Confirms with a passkey, which is as strong as password and code. It counts like other attempts in the session. */
export async function confirmWithPasskey(context: SignInContext, signed: Signed): Promise<void> {
  const person = context.requirePerson()
  await context.limitAttempts(person, () => verifyPasskeyOf(person, signed, context))
  const { requestId, now } = context.requestContext
  await confirmSession(context.prisma, person, { by: 'passkey', requestId }, now)
}
