import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const USER_AGENT = 'Orangery-Webhooks/1'

/** A new secret in the form of Standard Webhooks. */
export function createSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * Encrypts a secret of an endpoint for the database. `key` is the derived key of the purpose `webhooks`. The id is
 * bound to it, so that a copied column of another endpoint is refused.
 */
export function sealSecret(secret: string, endpointId: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, bytesOf(key), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(endpointId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The secret that `sealSecret` encrypted. Throws an error for another key, and for a changed text. */
export function openSecret(sealed: string, endpointId: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, bytesOf(key), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(endpointId))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
}

/** Whether the secret can be opened. It cannot with the key of another installation. */
export function opensSecret(sealed: string, endpointId: string, key: string): boolean {
  try {
    return openSecret(sealed, endpointId, key) !== ''
  } catch {
    return false
  }
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'base64url')
}

/** The headers of an event, after Standard Webhooks 1.0: one signature for each secret. */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
