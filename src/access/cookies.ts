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
