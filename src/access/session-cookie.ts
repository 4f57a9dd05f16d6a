import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookies } from './cookies.ts'

// A signature is 32 bytes in base64.
const SHAPE = /^([\w-]{1,100})\.([A-Za-z0-9+/]{43}=)$/

/** Finds and verifies the session cookie of a request. */
export interface SessionCookies {
  /** Whether browsers send the cookies over https only. */
  readonly secure: boolean
  /**
   * The prefix of every cookie's name. With https it is `__Host-…`: browsers accept such a cookie from this host only.
   */
  readonly prefix: string
  /** The name of the session cookie. */
  readonly name: string
  /** The value of the session cookie in a `Cookie` header; null if there is none. */
  find(header: string | undefined): string | null
  /** The session token of a cookie with a valid signature; null for any other cookie. Does not read the database. */
  verify(value: string): { readonly token: string; readonly hash: Uint8Array } | null
}

/** Session cookies signed with `key`, in better-auth's format: token, dot, HMAC-SHA-256. */
export function createSessionCookies(key: string, publicUrl: string | undefined): SessionCookies {
  const secure = publicUrl?.startsWith('https:') ?? false
  const prefix = secure ? '__Host-orangery' : 'orangery'
  const name = `${prefix}.session_token`
  return {
    secure,
    prefix,
    name,
    find: (header) => parseCookies(header)[name] ?? null,
    verify(value) {
      const [, token = '', signature = ''] = SHAPE.exec(value) ?? []
      const expected = createHmac('sha256', key).update(token).digest()
      const given = Buffer.from(signature, 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return { token, hash: createHash('sha256').update(token).digest() }
    },
  }
}
