/** A key for one form. A form that is submitted twice sends the same key and acts once. */
export function createIdempotencyKey(): string {
  return crypto.randomUUID()
}
