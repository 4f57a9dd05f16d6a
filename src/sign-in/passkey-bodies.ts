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

const TRANSPORTS = 'response.transports takes up to ten names'
const transports = z.array(z.string(TRANSPORTS).regex(/^[a-z-]{1,20}$/, TRANSPORTS), TRANSPORTS)

/** The result of a browser when a passkey is added. Other members are dropped. */
export const Attestation = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: bytes('response.clientDataJSON'),
        attestationObject: bytes('response.attestationObject'),
        transports: transports.max(10, TRANSPORTS).optional(),
      },
      'response.response takes an object',
    ),
  },
  'response takes an object',
)

/** The result of a browser when a passkey signs. Other members are dropped. */
export const Assertion = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: bytes('response.clientDataJSON'),
        authenticatorData: bytes('response.authenticatorData'),
        signature: bytes('response.signature'),
      },
      'response.response takes an object',
    ),
  },
  'response takes an object',
)
