// As fill.sql builds them.
const MAX_ASSETS = 1_000_000
const KEYS = 64

/** The id of the client of that number. */
export function clientId(number: number): string {
  return `user_${ulid('C', number)}`
}

/** The registry id of the first asset of a client. */
export function firstAsset(number: number): string {
  return `ORY-WT-${ulid('R', number * MAX_ASSETS + 7919)}`
}

/** The place of the key to which a client has given a grant. */
export function keyOf(number: number): number {
  return number % KEYS
}

function ulid(kind: string, number: number): string {
  return `0${kind}${number.toString(16).toUpperCase().padStart(24, '0')}`
}
