import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

// A signature is 32 bytes in base64.
const SHAPE = /^([\w-]{1,100})\.([A-Za-z0-9+/]{43}=)$/

/** Reads the cookie of a session. */
export interface SessionCookies {
  /** Whether cookies are for https alone. */
  readonly secure: boolean
  /** What the name of every cookie begins with; under https browsers take it from this host alone. */
  readonly prefix: string
  /** The name of the session's cookie. */
  readonly name: string
  /** The cookie's value among those of a request; null where it is not there. */
  find(header: string | undefined): string | null
  /** What a cookie of our own making says; null for any other. Costs no read. */
  verify(value: string): { readonly token: string; readonly hash: Uint8Array } | null
}

/** The cookies that are signed with `key`: token and HMAC-SHA-256, as better-auth writes them. */
export function createSessionCookies(key: string, publicUrl: string | undefined): SessionCookies {
  const secure = publicUrl?.startsWith('https:') ?? false
  const prefix = secure ? '__Host-orangery' : 'orangery'
  const name = `${prefix}.session_token`
  return {
    secure,
    prefix,
    name,
    find(header = '') {
      const pairs = header.split(';').map((pair) => pair.trim())
      const pair = pairs.find((each) => each.startsWith(`${name}=`))
      return pair === undefined ? null : pair.slice(name.length + 1)
    },
    verify(value) {
      const [, token = '', signature = ''] = SHAPE.exec(decode(value)) ?? []
      const expected = createHmac('sha256', key).update(token).digest()
      const given = Buffer.from(signature, 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return { token, hash: createHash('sha256').update(token).digest() }
    },
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
