import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The prefix of each kind of secret. */
const SECRET_PREFIXES = {
  production: 'sk_live_',
  sandbox: 'sk_test_',
  service: 'sk_svc_',
  token: 'pat_',
  invitation: 'inv_',
} as const
export type SecretKind = keyof typeof SECRET_PREFIXES
const KINDS = Object.keys(SECRET_PREFIXES) as SecretKind[]

// Secret scanners know the keys of other services by the pattern sk_live_[A-Za-z0-9]{10,99}. The underscore after eight
// characters prevents a match.
const SHAPE =
  /^(sk_live_|sk_test_|sk_svc_|pat_|inv_)([0-9A-Za-z]{8})_[0-9A-Za-z]{36}([0-9A-Za-z]{6})$/

/** A new secret with 36 random characters (214 bits) and a checksum. Only its hash and public reference are stored. */
export function createSecret(kind: SecretKind) {
  const reference = randomText(8)
  const body = `${SECRET_PREFIXES[kind]}${reference}_${randomText(36)}`
  const secret = body + checksum(body)
  return { secret, reference, hash: hashSecret(secret) }
}

/** The kind and hash of a well-formed secret; null if the form or the checksum is wrong. */
export function parseSecret(text: string) {
  const [, prefix, , check] = SHAPE.exec(text) ?? []
  const kind = KINDS.find((each) => SECRET_PREFIXES[each] === prefix)
  if (!kind || checksum(text.slice(0, -6)) !== check) return null
  return { kind, hash: hashSecret(text) }
}

function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}

function randomText(length: number, characters = BASE62): string {
  const pick = () => characters.charAt(randomInt(characters.length))
  return Array.from({ length }, pick).join('')
}

// Without the letters and digits that look like others: i, l, o, 0 and 1. 15 of them are 74 bits.
const DISTINCT = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Groups of random characters that are read from paper, and typed, such as "7hk2p-wm4tq-xd9rn". */
export function createTypedSecret(groups: number, length: number): string {
  return Array.from({ length: groups }, () => randomText(length, DISTINCT)).join('-')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
