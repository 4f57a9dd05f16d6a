import { z } from 'zod'

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
  return [username, password, search, hash].every((part) => part === '') && !isFinished(pathname)
}

function isFinished(path: string): boolean {
  return /\/v1\/traces\/?$/.test(path)
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
  const encoded = text.slice(equals + 1).trim()
  if (!HEADER_NAME.test(name) || !/^(?:[^%]|%[\da-f]{2})*$/i.test(encoded)) return null
  const value = decoded(encoded)
  return value !== null && HEADER_VALUE.test(value) ? [name, value] : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

export const serviceName = z.string().max(255, 'takes at most 255 characters')

export const sharedPart = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'takes a part from 0 to 1, such as 0.1')
  .transform(Number)
