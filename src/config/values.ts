import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

// The values of Express's `trust proxy`: a number of proxies, true, false, or a list of addresses. The text of
// a number is converted to a number, because Express reads any text as a list of addresses.
export const trustProxy = z.string().transform((text, context): boolean | number | string[] => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^(?:0|[1-9]\d?)$/.test(text)) return Number(text)
  const ranges = text.split(',').map((part) => part.trim())
  const bad = ranges.find((range) => !isRange(range))
  if (bad === undefined) return ranges
  context.addIssue(
    `takes a number of proxies from 0 to 99, their addresses, true or false; not "${bad}"`,
  )
  return z.NEVER
})

function isRange(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', ...bits] = text.split('/')
  return isIP(address) !== 0 && (bits.length === 0 || ipaddr.isValidCIDR(text))
}

// Whole networks only: with 10.0.0.7/8 the operator may have meant 10.0.0.7/32.
export const addressRanges = z.string().transform((text, context): readonly string[] => {
  const ranges = text.split(',').map((part) => part.trim())
  const bad = ranges.find((range) => !isNetwork(range))
  if (bad === undefined) return ranges
  context.addIssue(
    `takes CIDR ranges with commas between, such as 10.1.0.0/16,fd12::/64, with no bits outside of the mask; not "${bad}"`,
  )
  return z.NEVER
})

function isNetwork(text: string): boolean {
  const [address = ''] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValidCIDR(text)) return false
  const { IPv4, IPv6 } = ipaddr
  const network =
    isIP(address) === 4 ? IPv4.networkAddressFromCIDR(text) : IPv6.networkAddressFromCIDR(text)
  return network.toString() === ipaddr.parse(address).toString()
}

// Messages never quote the value: it contains a password.
export const databaseUrl = z.string().refine(isDatabaseUrl, 'takes a postgres:// address')

// PostgreSQL allows an address without a host, for a local server. A URL needs a host.
function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

// Messages never quote this address either: it can contain a password.
export const redisUrl = z
  .string()
  .refine(
    (text) => isServerUrl(text, /^rediss?:\/\/[^/]/, /^\/?\d{0,4}$/),
    'takes a redis:// or rediss:// address, with at most the number of a database after the host',
  )

const PERCENT_ENCODED = /^(?:[^%]|%[\da-f]{2})*$/i

function isServerUrl(text: string, start: RegExp, path: RegExp): boolean {
  if (!start.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, search, hash, username, password } = new URL(text)
  const isBare = hostname !== '' && path.test(pathname) && search === '' && hash === ''
  return isBare && PERCENT_ENCODED.test(username) && PERCENT_ENCODED.test(password)
}

// The origins of browser applications, exactly as browsers send them.
export const corsOrigins = z.string().transform((text, context): readonly string[] => {
  const origins = text.split(',').map((part) => part.trim())
  const bad = origins.findIndex((origin) => !isOrigin(origin))
  if (bad === -1) return origins
  context.addIssue(
    `takes origins with commas between, such as https://app.example.com: http or https, a host in lower case, a port that is not the default, and no path; entry ${bad + 1} is none`,
  )
  return z.NEVER
})

function isOrigin(text: string): boolean {
  return (
    /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
  )
}

// Accepts only digits, because `1e3`, ` 80` and `0x50` are probably mistakes.
export function wholeNumber(min: number, max: number) {
  const accepted = `takes a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, accepted)
    .transform(Number)
    .refine((number) => number >= min && number <= max, accepted)
}

// Messages never quote this value either: it contains a password.
export const smtpUrl = z
  .string()
  .refine(
    (text) => isServerUrl(text, /^smtps?:\/\/[^/]/, /^\/?$/),
    'takes an smtp:// or smtps:// address, with nothing after the host and port',
  )

// An address alone: a name would need the quotes and encodings of a header.
export const mailAddress = z
  .string()
  .max(254)
  .regex(
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]+$/,
    'takes one mail address, such as mail@example.com',
  )

// Reports must not travel in plain text, so `http:` is not accepted.
export const securityContact = z.string().refine(isContact, 'takes a mailto: or https: URI')

// A person who needs help reads this address, so it may also be a telephone number.
export const supportContact = z.string().refine(isSupport, 'takes a mailto:, tel: or https: URI')

function isSupport(text: string): boolean {
  return /^tel:\+?[\d().-]{3,20}$/.test(text) || isContact(text)
}

function isContact(text: string): boolean {
  return /^(?:mailto:[!-?A-~]+@|https:\/\/)[!-~]+$/.test(text) && URL.canParse(text)
}

// Messages never quote the value: an address can have a password, although that should be in the headers.
export const collectorUrl = z
  .string()
  .refine(
    isCollectorUrl,
    'takes the http(s) address of an OTLP collector, such as http://localhost:4318, without a user, a query or /v1/traces',
  )

function isCollectorUrl(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password, search, hash, pathname } = new URL(text)
  const isFinished = /\/v1\/traces\/?$/.test(pathname)
  return !isFinished && [username, password, search, hash].every((part) => part === '')
}

const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/
const HEADER_VALUE = /^[\t -~]*$/

// The format of OpenTelemetry: name=value with commas between, and values percent-encoded. Messages never quote
// the value, because it is a secret.
export const headerList = z
  .string()
  .transform((text, context): Readonly<Record<string, string>> => {
    const pairs = text.split(',').map(readHeader)
    const bad = pairs.indexOf(null)
    if (bad === -1) return Object.fromEntries(pairs.filter((pair) => pair !== null))
    context.addIssue(
      `takes name=value with commas between, with values percent-encoded; entry ${bad + 1} is not`,
    )
    return z.NEVER
  })

function readHeader(text: string): [string, string] | null {
  const equals = text.indexOf('=')
  if (equals === -1) return null
  const name = text.slice(0, equals).trim()
  const value = decoded(text.slice(equals + 1).trim())
  if (value === null) return null
  return HEADER_NAME.test(name) && HEADER_VALUE.test(value) ? [name, value] : null
}

// Null for a text that is not percent-encoded.
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

export const sharedPart = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'takes a part from 0 to 1, such as 0.1')
  .transform(Number)
