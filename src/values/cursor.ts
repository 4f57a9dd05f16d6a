import { parseJson } from './json.ts'

/**
 * A cursor of any list: the members that give a position, as JSON, and the digest that proves that this installation
 * wrote them.
 */
interface Cursor {
  readonly digest: Buffer
  readonly payload: string
  readonly members: readonly string[]
}

export const CURSOR_DIGEST_BYTES = 16

const FORM = /^[\w-]+$/

/** The text of a cursor. */
export function joinCursor({ digest, payload }: Omit<Cursor, 'members'>): string {
  return Buffer.concat([digest, Buffer.from(payload)]).toString('base64url')
}

/** The parts of a text that has the form of a cursor; null for any other text. The digest is not checked here. */
export function splitCursor(text: string): Cursor | null {
  if (!FORM.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const payload = bytes.subarray(CURSOR_DIGEST_BYTES).toString()
  const members = parseJson(payload)
  if (!Array.isArray(members) || !members.every((member) => typeof member === 'string')) return null
  return { digest: bytes.subarray(0, CURSOR_DIGEST_BYTES), payload, members }
}
