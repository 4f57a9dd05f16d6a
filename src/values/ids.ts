import { createHash, randomFillSync } from 'node:crypto'
import { monotonicFactory, ulid } from 'ulid'
import { GatewayError, invalidParameter } from '../errors.ts'
import { CATEGORY_CODES, type Category } from './categories.ts'

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

export const ID = /^[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** A new id, `<noun>_<ulid>`: unique, and ordered by time of creation. */
export function createId(noun: IdNoun): string {
  return `${noun}_${ulid(undefined, random)}`
}

/** A new ULID, for records that are created together: after those of the records before. */
export const nextUlid = monotonicFactory(random)

/** Whether a text has the form of an id of this noun. No object has an id of another form. */
export function isId(noun: IdNoun, text: string): boolean {
  return ID.test(text) && text.startsWith(`${noun}_`)
}

/** Throws `record_not_found` for a text that cannot be an id of this noun, so that no statement gets it. */
export function requireIdShape(noun: IdNoun, text: string, called: string = noun): void {
  if (!isId(noun, text)) throw notFound(called)
}

/** The value that was found. Throws `record_not_found` if there is none. */
export function requireFound<Found>(found: Found | null | undefined, called: string): Found {
  if (found == null) throw notFound(called)
  return found
}

export function notFound(called: string): GatewayError {
  return new GatewayError('record_not_found', `There is no ${called} with this id.`)
}

/** `ORY-{category code}-{ULID}`. An asset keeps its registry id for good, also in another category. */
export const REGISTRY_ID = /^ORY-[A-Z]{2}-[0-9A-HJKMNP-TV-Z]{26}$/

/** Whether a text has the form of a registry id. */
export function isRegistryId(text: string): boolean {
  return REGISTRY_ID.test(text)
}

const PARTS_OF_REGISTRY_ID =
  /^(?:(?:[ORY]*-)?[A-Z]{0,2}-)?[0-9A-HJKMNP-TV-Z]*$|^[ORY]*(?:-[A-Z]{0,2})?$|^[A-Z]{1,2}$/

/** Whether a registry id may contain the text, in any case. */
export function isPartOfRegistryId(text: string): boolean {
  return PARTS_OF_REGISTRY_ID.test(text.toUpperCase())
}

/** The registry id of a new asset. */
export function createRegistryId(category: Category, ulid: string): string {
  return `ORY-${CATEGORY_CODES[category]}-${ulid}`
}

/** A short text that is equal for equal JSON values, and different for different values. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

const REQUEST_ID = /^[\w-]{1,64}$/

/** Whether a text can be the id of a request. A caller may choose it. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}

/** The id of a request. Throws `invalid_parameter`. */
export function parseRequestId(text: string): string {
  if (isRequestId(text)) return text
  throw invalidParameter('A request id has 1 to 64 letters of A-Z and a-z, digits, _ and -.')
}
