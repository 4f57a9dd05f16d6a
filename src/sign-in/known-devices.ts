import { randomBytes, timingSafeEqual } from 'node:crypto'
import { formatSetCookie, parseCookies, type SessionCookies } from '../access/cookies.ts'
import { hashAttempts, type Secret, unknownDevices } from '../modules/people/attempt-limits.ts'

// Browsers limit the lifetime of cookies to 400 days.
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60
// An account has one tag for the password and one for the second factor.
const MAX_TAGS = 10
const SHAPE = /^([\w-]{22})((?:\.[\w-]{43}){1,10})$/

/** Recognizes the browsers in which a user has signed in to an account. */
export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * The cookie of a device has a random id, and for each account and secret an HMAC over id and email. It
 * cannot be created without the key, and does not reveal the accounts. It gives no access by itself.
 */
export function createKnownDevices(
  key: string,
  cookies: Pick<SessionCookies, 'prefix' | 'secure'>,
) {
  const name = `${cookies.prefix}.device`
  const tagOf = (id: string, email: string, secret: Secret) =>
    hashAttempts(key, secret, `device\n${id}\n${email}`)

  const read = (header: string | undefined) => {
    const [, id, tags] = SHAPE.exec(parseCookies(header)[name] ?? '') ?? []
    return { id, tags: tags?.slice(1).split('.') ?? [] }
  }
  const unknownSubject = (email: string, secret: Secret) => unknownDevices(key, email, secret)

  return {
    unknownSubject,
    /** The subject that attempts at the account are counted for: this known device, or all unknown devices together. */
    subjectFor(header: string | undefined, email: string, secret: Secret): string {
      const { id = '', tags } = read(header)
      const tag = tagOf(id, email, secret)
      if (!tags.some((each) => isSame(each, tag))) return unknownSubject(email, secret)
      return hashAttempts(key, secret, `known\n${id}\n${email}`)
    },
    /** The Set-Cookie line that makes the browser a known device of this account too, for these secrets. */
    remember(header: string | undefined, email: string, secrets: readonly Secret[]): string {
      const { id = randomBytes(16).toString('base64url'), tags: existing } = read(header)
      const added = secrets.map((secret) => tagOf(id, email, secret))
      const others = existing.filter((each) => !added.includes(each))
      const tags = [...added, ...others].slice(0, MAX_TAGS)
      return formatSetCookie({
        name,
        value: [id, ...tags].join('.'),
        maxAge: MAX_AGE_SECONDS,
        secure: cookies.secure,
      })
    },
  }
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
