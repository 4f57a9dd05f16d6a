import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { formatSetCookie, parseCookies } from '../access/cookies.ts'
import type { SessionCookies } from '../access/session-cookie.ts'

// Browsers limit the lifetime of cookies to 400 days.
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60
const MAX_ACCOUNTS = 5
const SHAPE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/

/** Recognizes the browsers in which a user has signed in to an account. */
export interface KnownDevices {
  /** What attempts at the account are counted for: this known device, or all unknown ones together. */
  subjectFor(header: string | undefined, email: string): string
  /** The subject of all unknown devices. */
  unknownSubject(email: string): string
  /** The Set-Cookie line that makes the browser a known device of the account too. */
  remember(header: string | undefined, email: string): string
}

/**
 * The cookie of a device has a random id, and for each account an HMAC over id and email. It cannot
 * be created without the key, and does not reveal the accounts. It gives no access by itself.
 */
export function createKnownDevices(
  key: string,
  cookies: Pick<SessionCookies, 'prefix' | 'secure'>,
): KnownDevices {
  const name = `${cookies.prefix}.device`
  const tagOf = (id: string, email: string) =>
    createHmac('sha256', key).update(`device\n${id}\n${email}`).digest('base64url')

  function read(
    header: string | undefined,
  ): { readonly id: string; readonly tags: readonly string[] } | null {
    const [, id, tags] = SHAPE.exec(parseCookies(header)[name] ?? '') ?? []
    return id && tags ? { id, tags: tags.slice(1).split('.') } : null
  }

  const findDevice = (header: string | undefined, email: string) => {
    const device = read(header)
    if (!device) return null
    const tag = tagOf(device.id, email)
    return device.tags.some((each) => isSame(each, tag)) ? device.id : null
  }
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const unknownSubject = (email: string) => hashOf(`account\n${email}`)

  return {
    unknownSubject,
    subjectFor(header, email) {
      const id = findDevice(header, email)
      return id === null ? unknownSubject(email) : hashOf(`known\n${id}\n${email}`)
    },
    remember(header, email) {
      const existing = read(header)
      const id = existing?.id ?? randomBytes(16).toString('base64url')
      const tag = tagOf(id, email)
      const others = (existing?.tags ?? []).filter((each) => each !== tag)
      const tags = [tag, ...others].slice(0, MAX_ACCOUNTS)
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
