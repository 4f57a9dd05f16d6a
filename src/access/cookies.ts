import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import {
  type Cookies,
  parseCookie,
  type SetCookie,
  stringifyCookie,
  stringifySetCookie,
} from 'cookie'

const NAME = /^[\w.-]+$/

/**
 * The cookies of a `Cookie` header by name, with decoded values. Of two cookies with the same name, the first counts.
 * Every reader of a cookie uses this function: otherwise one reader could check the session of one person while another
 * acts for a second person.
 */
export function parseCookies(header = ''): Readonly<Cookies> {
  // `name =value` is not the cookie `name`, but the library would trim the name.
  return parseCookie(header.replaceAll(/[ \t]=/g, '%20='))
}

/** The `Cookie` header of these cookies. Leaves out names that the gateway never sets. */
export function formatCookies(cookies: Readonly<Cookies>): string {
  return stringifyCookie(
    Object.fromEntries(Object.entries(cookies).filter(([name]) => NAME.test(name))),
  )
}

/** A line of `Set-Cookie` for a cookie that scripts cannot read and other sites' forms do not send. */
export function formatSetCookie(
  cookie: Pick<SetCookie, 'name' | 'value' | 'maxAge' | 'secure'>,
): string {
  return stringifySetCookie({ ...cookie, path: '/', httpOnly: true, sameSite: 'lax' })
}

// A signature is 32 bytes in base64.
const SHAPE = /^([\w-]{1,100})\.([A-Za-z0-9+/]{43}=)$/

export type SessionCookies = ReturnType<typeof createSessionCookies>

/** Session cookies signed with `key`, in better-auth's format: token, dot, HMAC-SHA-256. */
export function createSessionCookies(key: string, publicUrl: string | undefined) {
  const secure = publicUrl?.startsWith('https:') ?? false
  const prefix = secure ? '__Host-orangery' : 'orangery'
  const name = `${prefix}.session_token`
  return {
    /** Whether browsers send the cookies over https only. */
    secure,
    /** The prefix of every cookie's name. Browsers accept a cookie `__Host-…` from this host only. */
    prefix,
    name,
    /** The value of the session cookie in a `Cookie` header; null if there is none. */
    find: (header: string | undefined) => parseCookies(header)[name] ?? null,
    /** The session token of a cookie with a valid signature; null for any other cookie. Does not read the database. */
    verify(value: string) {
      const [, token = '', signature = ''] = SHAPE.exec(value) ?? []
      const expected = createHmac('sha256', key).update(token).digest()
      const given = Buffer.from(signature, 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return { token, hash: createHash('sha256').update(token).digest() }
    },
  }
}
