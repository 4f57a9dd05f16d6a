import { z } from 'zod'

// The maximum length of a passkey's id: 1,023 bytes, in base64url.
const MAX_ID = 1_364
const MAX_DATA = 16_000

const bytes = (name: string, max = MAX_DATA) => {
  const accepted = `${name} takes 1 to ${max} characters of base64url`
  return z
    .string(accepted)
    .min(1, accepted)
    .max(max, accepted)
    .regex(/^[\w-]+$/, accepted)
}

const common = {
  id: bytes('response.id', MAX_ID),
  rawId: bytes('response.rawId', MAX_ID),
  type: z.literal('public-key', 'response.type takes public-key'),
  // The gateway requests no extensions, so their results are dropped.
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
}

const TRANSPORTS = 'response.response.transports takes up to ten names'
const transports = z.array(z.string(TRANSPORTS).regex(/^[a-z-]{1,20}$/, TRANSPORTS), TRANSPORTS)

// The result of a browser: the members that every result has, and those of its response. Other members are dropped.
function resultWith<Response extends z.ZodRawShape>(response: Response) {
  const members = { clientDataJSON: bytes('response.response.clientDataJSON'), ...response }
  const inner = z.object(members, 'response.response takes an object')
  return z.object({ ...common, response: inner }, 'response takes an object')
}

export const Attestation = resultWith({
  attestationObject: bytes('response.response.attestationObject'),
  transports: transports.max(10, TRANSPORTS).optional(),
})

export const Assertion = resultWith({
  authenticatorData: bytes('response.response.authenticatorData'),
  signature: bytes('response.response.signature'),
})

const ARABIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g
// Authenticator apps show codes in groups, and people type or paste the separators as well.
const SEPARATOR = /[\p{White_Space}\p{Dash}\p{Cf}.·]/gu
// Codes of earlier releases have two groups.
const GROUP = /[A-Za-z0-9]{5}(?=(?:[A-Za-z0-9]{5}){1,2}$)/g

/** A code of an authenticator app from its typed text: without separators, and with ASCII digits. */
export function readTypedCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(SEPARATOR, '')
}

/** The same for a recovery code, with the hyphens of the stored form. */
export function readTypedRecoveryCode(text: string): string {
  return readTypedCode(text).replace(GROUP, '$&-')
}
