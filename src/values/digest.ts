import { createHash } from 'node:crypto'

/** A short text that is equal for equal JSON values, and different for different values. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
