import { parseJson } from './json.ts'

export const CURSOR_DIGEST_BYTES = 16

const FORM = /^[\w-]+$/

/** The text of a cursor: the digest proves that this installation wrote the payload, which is a position as JSON. */
export function joinCursor(digest: Buffer, payload: string): string {
  return Buffer.concat([digest, Buffer.from(payload)]).toString('base64url')
}

/** The parts of a text that has the form of a cursor; null for any other text. The digest is not checked here. */
export function splitCursor(text: string) {
  if (!FORM.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const payload = bytes.subarray(CURSOR_DIGEST_BYTES).toString()
  const members = parseJson(payload)
  if (!Array.isArray(members) || !members.every((member) => typeof member === 'string')) return null
  return { digest: bytes.subarray(0, CURSOR_DIGEST_BYTES), payload, members }
}
