/** A new word for `once`: sent again with the same form, it keeps a double click from acting twice. */
export function newOnce(): string {
  return crypto.randomUUID()
}
