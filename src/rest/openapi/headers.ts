import type { Area } from '../../http/error-body.ts'
import { NEWEST_VERSION } from '../../versions.ts'
import type { Schema } from './schema.ts'

interface Header {
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
}

const count: Schema = { type: 'integer', format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 }

const text = (pattern: string, maxLength: number): Schema => ({
  type: 'string',
  pattern,
  maxLength,
})

/** Every header of a response that is part of the interface. A header that is not required can be absent. */
export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description:
      'Identifies the request: your own `X-Request-Id`, if you sent a valid one. Quote it when you report a problem.',
    required: true,
    schema: text('^[\\w-]+$', 64),
  },
  'X-RateLimit-Limit': {
    description: 'Requests in a window of 60 seconds.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the window.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in Unix seconds, rounded up.',
    required: true,
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 253_402_300_800 },
  },
  RateLimit: {
    description: 'The same as in the IETF draft: `r` requests are left for `t` seconds.',
    required: true,
    schema: text('^"default";r=\\d+;t=\\d+$', 60),
  },
  'RateLimit-Policy': {
    description: 'The same as in the IETF draft: `q` requests in `w` seconds.',
    required: true,
    schema: text('^"default";q=\\d+;w=\\d+$', 60),
  },
  'X-Service-Version': {
    description:
      'The version of the body. Every 200 and 304 has it, and an error once the version is known.',
    schema: { type: 'string', format: 'date', maxLength: 10, example: NEWEST_VERSION },
  },
  ETag: {
    description:
      'Names this state of the body. Send it as `If-None-Match`, and get 304 while nothing has changed. It is weak: the same in each encoding.',
    required: true,
    schema: text('^W/"[\\w-]+"$', 64),
  },
  Link: {
    description: 'The URLs of `links` as RFC 8288 has them. Sent with a list that has pages.',
    schema: text('^<.*$', 10_000),
  },
  'Cache-Control': {
    description:
      '`private, no-cache` for what has an ETag: keep it, and ask with `If-None-Match` before each use. `no-store` for everything else.',
    required: true,
    schema: { type: 'string', enum: ['private, no-cache', 'no-store'] },
  },
  Vary: {
    description: 'The request headers on which the response depends.',
    schema: text('^[\\w, -]+$', 200),
  },
  'Content-Encoding': {
    description:
      'How the body is compressed. Sent with bodies from 1 KB, for a request whose `Accept-Encoding` allows it.',
    schema: { type: 'string', enum: ['gzip', 'br'] },
  },
  'Access-Control-Allow-Origin': {
    description:
      'Your origin, for a request of a browser application that the operator has allowed.',
    schema: { type: 'string', format: 'uri', maxLength: 300 },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: { ...count, minimum: 1, maximum: 60 },
  },
  Allow: {
    description: 'The methods of the path, on a 405.',
    schema: text('^[A-Z, ]+$', 100),
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
}

const EVERYWHERE = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Cache-Control',
  'Access-Control-Allow-Origin',
]

/** The headers of a success response, by kind of response. */
export const SUCCESS_HEADERS = {
  tagged: [...EVERYWHERE, 'X-Service-Version', 'ETag', 'Vary'],
  plain: EVERYWHERE,
}

const OF_STATUS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
}

/** The headers of an error response of an area with this status. */
export function errorHeaders(area: Area, status: number): string[] {
  const own = OF_STATUS[status]
  return [
    ...EVERYWHERE,
    'X-Error-Code',
    ...(area === 'portfolio' ? ['X-Service-Version'] : []),
    ...(own ? [own] : []),
  ]
}

/** The headers of an error whose request reached no operation, so that its caller may be unknown. */
export const UNROUTED_HEADERS = [
  'X-Request-Id',
  'X-Error-Code',
  'Cache-Control',
  'Allow',
  'Access-Control-Allow-Origin',
]

/** References to headers of the document. */
export function headersOf(names: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
