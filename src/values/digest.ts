import { createHash } from 'node:crypto'

/** A short text that is the same exactly for equal JSON values. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
