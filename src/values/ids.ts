import { randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The kind of object that an id names: the prefix of the id. */
export type IdNoun =
  | 'user'
  | 'firm'
  | 'key'
  | 'grant'
  | 'link'
  | 'connection'
  | 'token'
  | 'service'
  | 'event'
  | 'request'
  | 'session'
  | 'passkey'
  | 'invitation'
  | 'mail'
  | 'endpoint'
  | 'attempt'
  | 'logged'

// Every request gets an id with 16 random characters. Random bytes are read in blocks, because a system call for each
// character would take more time than the rest of the id.
const pool = new Uint8Array(4096)
let used = pool.length

function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

/** An id of any noun. */
export const ID = /^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** A new id, `<noun>_<ulid>`: unique, and ordered by time of creation. */
export function createId(noun: IdNoun): string {
  return `${noun}_${ulid(undefined, random)}`
}

/** Whether a text has the form of an id of this noun. No object has an id of another form. */
export function isId(noun: IdNoun, text: string): boolean {
  return text.startsWith(`${noun}_`) && ULID.test(text.slice(noun.length + 1))
}
