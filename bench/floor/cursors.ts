import { createHmac, hkdfSync } from 'node:crypto'
import type { Access } from './access.ts'

const DIGEST_BYTES = 16

/** The key with which the gateway signs cursors, from its secret. */
export function cursorKeyOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'orangery/cursors', 32)).toString('base64url')
}

/** The cursor of a position, signed as the gateway signs it, for a list of this name with these filters. */
export function signCursor(
  { cursorKey, keyId, clientId, grantId, termsAt }: Access,
  [name, ...filters]: readonly unknown[],
  position: readonly string[],
): string {
  const payload = JSON.stringify(position)
  const list = JSON.stringify([name, keyId, [clientId, null, [grantId, termsAt]], ...filters])
  const digest = createHmac('sha256', cursorKey).update(`${list}\n${payload}`).digest()
  return Buffer.concat([digest.subarray(0, DIGEST_BYTES), Buffer.from(payload)]).toString(
    'base64url',
  )
}

/** The members of a cursor; null for a text that is none. */
export function readCursor(cursor: string): string[] | null {
  try {
    const payload = Buffer.from(cursor, 'base64url').subarray(DIGEST_BYTES).toString()
    const members: unknown = JSON.parse(payload)
    return Array.isArray(members) && members.every((each) => typeof each === 'string')
      ? members
      : null
  } catch {
    return null
  }
}
