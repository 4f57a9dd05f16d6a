import { z } from 'zod'
import { GatewayError } from '../errors.ts'

// `topOrigin` names the page around a frame of another site.
const InOwnFrame = z.looseObject({
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
})

/**
 * Throws `invalid_credentials` if the page that asked for the passkey was in a frame of another site, as the browser
 * reports. The library does not check this.
 */
export function requireOwnFrame(clientDataJson: string): void {
  if (InOwnFrame.safeParse(parse(clientDataJson)).success) return
  throw new GatewayError('invalid_credentials', 'The passkey is not accepted.')
}

function parse(clientDataJson: string): unknown {
  try {
    return JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())
  } catch {
    return null
  }
}
