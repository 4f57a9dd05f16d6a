import type { ErrorCode } from '../../errors.ts'
import { type Area, ERROR_CODE_HEADER } from '../../http/error-body.ts'
import { RECORDED_ERRORS } from '../generated/recorded-errors.ts'
import type { Route } from '../route.ts'
import { codesOf, codesOfArea, statusesOf, statusOf, UNROUTED } from './error-codes.ts'
import { EXAMPLES, OPERATIONS, requireMember, textsOf } from './fixed-parts.ts'
import { ref, type Schema } from './schema.ts'

const EVERYWHERE = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Cost',
  'RateLimit',
  'RateLimit-Policy',
  'Cache-Control',
  'Access-Control-Allow-Origin',
]
// A request that reached no operation can have an unknown caller, so its response has no limits.
const UNROUTED_HEADERS = [
  'X-Request-Id',
  ERROR_CODE_HEADER,
  'Link',
  'Cache-Control',
  'Allow',
  'Access-Control-Allow-Origin',
]
const OF_STATUS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
}

type Status = number | 'default'

// The codes with these statuses depend only on the area.
const SHARED: readonly number[] = [401, 429, 500, 503]

/** The responses of a route by status. */
export function responsesOf(route: Route): Record<string, object> {
  const { area } = route
  const codes = codesOf(route)
  const errors = statusesOf(codes).map((status) => [
    status,
    SHARED.includes(status) ? reference(area, status) : errorResponse(area, status, codes),
  ])
  return {
    ...successResponses(route),
    ...Object.fromEntries(errors),
    default: reference(area, 'default'),
  }
}

/** The error responses that operations share, by the names of their components. */
export function sharedResponses(): Record<string, object> {
  return { ...sharedOfArea('portfolio'), ...sharedOfArea('plants') }
}

/** A JSON body with an example, if there is one of its schema. */
export function contentOf(schema: Schema): object {
  const example = EXAMPLES[String(schema.$ref).split('/').at(-1) ?? '']
  return { 'application/json': { schema, ...(example && { example }) } }
}

function successResponses(route: Route): Record<string, object> {
  const { body, paged } = textsOf(route)
  const isPortfolio = route.area === 'portfolio'
  const headers = [
    ...EVERYWHERE,
    ...(isPortfolio ? ['X-Service-Version', 'ETag', 'Vary'] : []),
    ...(paged ? ['Link'] : []),
  ]
  if (!body) return { 204: response(204, headers) }
  const content = contentOf(body)
  if (!isPortfolio) return { 200: response(200, headers, content) }
  return {
    200: response(200, [...headers, 'Content-Encoding'], content),
    304: response(304, headers),
  }
}

function sharedOfArea(area: Area): Record<string, object> {
  const shared = SHARED.map((status) => [
    `${area}_${status}`,
    errorResponse(area, status, codesOfArea(area)),
  ])
  const content = errorContent(area, UNROUTED[area], unroutedBody(area))
  return {
    ...Object.fromEntries(shared),
    [`${area}_default`]: response('default', UNROUTED_HEADERS, content),
  }
}

function reference(area: Area, status: Status): object {
  return { $ref: `#/components/responses/${area}_${status}` }
}

function errorResponse(area: Area, status: number, codes: readonly ErrorCode[]): object {
  const own = OF_STATUS[status]
  const headers = [
    ...EVERYWHERE,
    ERROR_CODE_HEADER,
    'Link',
    ...(area === 'portfolio' ? ['X-Service-Version'] : []),
    ...(own ? [own] : []),
  ]
  const here = codes.filter((code) => statusOf(code) === status)
  return response(status, headers, errorContent(area, here))
}

function response(status: Status, headers: readonly string[], content?: object): object {
  return {
    description: requireMember(OPERATIONS.responses, String(status)),
    headers: Object.fromEntries(
      headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    ...(content && { content }),
  }
}

function errorContent(area: Area, codes: readonly ErrorCode[], schema = bodyOf(area)): object {
  const recorded: Readonly<Record<string, object>> = RECORDED_ERRORS[area]
  const examples = codes.map((code) => {
    requireMember(recorded, code, 'recorded example')
    return [code, { $ref: `#/components/examples/${area}_${code}` }]
  })
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

function bodyOf(area: Area): Schema {
  return ref(area === 'plants' ? 'PlantError' : 'Error')
}

// A malformed HTTP request has no path, so it belongs to no area.
function unroutedBody(area: Area): Schema {
  return area === 'plants' ? { anyOf: [bodyOf('plants'), bodyOf('portfolio')] } : bodyOf(area)
}
