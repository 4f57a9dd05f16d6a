import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { formatSetCookie, parseCookies } from '../access/cookies.ts'
import type { SessionCookies } from '../access/session-cookie.ts'

// Browsers keep no cookie for longer.
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60
const MAX_ACCOUNTS = 5
const SHAPE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/

/** Knows the browsers from which somebody has signed in to an account. */
export interface Devices {
  /** Whose tries count together: those of a known device, or of all unknown ones, for that account. */
  subjectOf(header: string | undefined, email: string): string
  /** The subject of all unknown devices. */
  unknownSubject(email: string): string
  /** A line of Set-Cookie that makes the browser known to that account as well. */
  remember(header: string | undefined, email: string): string
}

/**
 * A device is a cookie: a random id, and for each account an HMAC over both. Nobody without the key
 * makes one, and one account's says nothing of another's. It opens nothing by itself.
 */
export function createDevices(
  key: string,
  cookies: Pick<SessionCookies, 'prefix' | 'secure'>,
): Devices {
  const name = `${cookies.prefix}.device`
  const tagOf = (id: string, email: string) =>
    createHmac('sha256', key).update(`device\n${id}\n${email}`).digest('base64url')

  function read(
    header: string | undefined,
  ): { readonly id: string; readonly tags: readonly string[] } | null {
    const [, id, tags] = SHAPE.exec(parseCookies(header)[name] ?? '') ?? []
    return id && tags ? { id, tags: tags.slice(1).split('.') } : null
  }

  const find = (header: string | undefined, email: string) => {
    const device = read(header)
    if (!device) return null
    const tag = tagOf(device.id, email)
    return device.tags.some((each) => isSame(each, tag)) ? device.id : null
  }
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const unknownSubject = (email: string) => hashOf(`account\n${email}`)

  return {
    unknownSubject,
    subjectOf(header, email) {
      const id = find(header, email)
      return id === null ? unknownSubject(email) : hashOf(`known\n${id}\n${email}`)
    },
    remember(header, email) {
      const known = read(header)
      const id = known?.id ?? randomBytes(16).toString('base64url')
      const tag = tagOf(id, email)
      const others = (known?.tags ?? []).filter((each) => each !== tag)
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
