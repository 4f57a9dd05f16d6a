import { randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** What an id says it names. */
export type IdNoun = 'user' | 'firm' | 'key' | 'grant' | 'token' | 'event' | 'request' | 'session'

// Every request has an id, and an id has sixteen random characters of 32: asking the system for each
// of them apart would cost more than the rest of the id.
const pool = new Uint8Array(4096)
let used = pool.length

function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

/** A fresh id, `<noun>_<ulid>`: unique, and ordered by the time it was made. */
export function createId(noun: IdNoun): string {
  return `${noun}_${ulid(undefined, random)}`
}

/** Whether a text is shaped like an id of this noun; any other text names nothing that exists. */
export function isId(noun: IdNoun, text: string): boolean {
  return text.startsWith(`${noun}_`) && ULID.test(text.slice(noun.length + 1))
}
