import { GatewayError } from '../errors.ts'

/**
 * Accepts a new passkey only without certificates. Certificates name the product of the device, which the gateway does
 * not need. To check them, the library would fetch addresses from them, and the sender of the request chooses these
 * addresses. Throws `invalid_body`.
 */
export async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  if (isPlain(() => decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)))) return
  throw new GatewayError('invalid_body', 'The passkey is not in a form that is accepted.')
}

interface Decoded {
  get(name: 'fmt'): unknown
  get(name: 'attStmt'): { readonly size: number; get(name: 'x5c'): unknown }
}

// The format "packed" without a certificate is used by a device that signs for itself.
function isPlain(decode: () => Decoded): boolean {
  try {
    const decoded = decode()
    const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')]
    if (format === 'none') return statement.size === 0
    return format === 'packed' && statement.get('x5c') === undefined
  } catch {
    return false
  }
}
