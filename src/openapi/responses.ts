import { type ErrorCode, GatewayError, statusOf } from '../errors.ts'
import { type Area, ERROR_CODE_HEADER, errorBody } from '../http/error-body.ts'
import { RECORDED_ERRORS } from '../rest/generated/recorded-errors.ts'
import type { Route } from '../rest/route.ts'
import {
  DOCUMENT,
  EXAMPLES,
  OPERATIONS,
  recordedCodesOf,
  requireMember,
  textsOf,
} from './fixed-parts.ts'
import { type Answer, type Content, ref, type Schema } from './interface.ts'

// Statuses whose codes depend only on the area.
const SHARED_STATUSES: readonly number[] = [401, 429, 500, 503]

const OF_CLIENT: readonly ErrorCode[] = [
  'missing_parameter',
  'no_active_grant',
  'grant_revoked',
  'grant_expired',
]

function codesOf(route: Route): ErrorCode[] {
  return [
    ...sharedCodesOf(route.area),
    'invalid_parameter',
    'unknown_parameter',
    ...OPERATIONS.areas[route.area].errors,
    ...('client_id' in route.parameters ? OF_CLIENT : []),
    ...(route.path.includes(':registry_id')
      ? (['asset_not_in_grant', 'asset_not_found'] as const)
      : []),
    ...(textsOf(route).errors ?? []),
  ]
}

// The codes of an area that have a shared status.
function sharedCodesOf(area: Area): ErrorCode[] {
  return recordedCodesOf(area).filter((code) => SHARED_STATUSES.includes(statusOf(code)))
}

const { everywhere: EVERYWHERE, unrouted: UNROUTED_HEADERS } = OPERATIONS.headers
const OF_STATUS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
}

export const REQUEST_ID = 'request_01JD3M2Q8S4T6V8W0X2Y4Z6A8F'

/** The bodies of the recorded errors, by area and code. */
export const ERROR_EXAMPLES = { ...examplesOf('portfolio'), ...examplesOf('plants') }

/** The error responses that operations share, by area and status. */
export const SHARED_RESPONSES = { ...sharedOf('portfolio'), ...sharedOf('plants') }

export function responsesOf(route: Route): Record<string, Answer> {
  const { area } = route
  const codes = codesOf(route)
  const statuses = [...new Set(codes.map(statusOf))].sort()
  const errors = statuses.map((status) => [
    status,
    SHARED_RESPONSES[`${area}_${status}`] ?? errorResponse(area, status, codes),
  ])
  return {
    ...successResponses(route),
    ...Object.fromEntries(errors),
    default: requireMember(SHARED_RESPONSES, `${area}_default`),
  }
}

/** A JSON body with an example, if there is one of its schema. */
export function contentOf(schema: Schema): Content {
  const example = EXAMPLES[schema.$ref?.split('/').at(-1) ?? '']
  return { 'application/json': { schema, ...(example && { example }) } }
}

function examplesOf(area: Area) {
  const messages: Partial<Record<ErrorCode, string>> = RECORDED_ERRORS[area]
  const examples = recordedCodesOf(area).map((code) => {
    const error = new GatewayError(code, messages[code] ?? '')
    const summary = `${ERROR_CODE_HEADER}: ${code}`
    return [`${area}_${code}`, { summary, value: errorBody(area, error, REQUEST_ID) }] as const
  })
  return Object.fromEntries(examples)
}

function successResponses(route: Route): Record<string, Answer> {
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

function sharedOf(area: Area): Record<string, Answer> {
  const codes = sharedCodesOf(area)
  const shared = SHARED_STATUSES.map((status) => [
    `${area}_${status}`,
    errorResponse(area, status, codes),
  ])
  // A malformed HTTP request has no path, so it belongs to no area.
  const body = bodyOf(area)
  const schema = area === 'plants' ? { anyOf: [body, bodyOf('portfolio')] } : body
  const content = errorContent(area, OPERATIONS.areas[area].unrouted, schema)
  return {
    ...Object.fromEntries(shared),
    [`${area}_default`]: response('default', UNROUTED_HEADERS, content),
  }
}

function errorResponse(area: Area, status: number, codes: readonly ErrorCode[]): Answer {
  const own = OF_STATUS[status]
  const headers = [
    ...EVERYWHERE,
    ERROR_CODE_HEADER,
    'Link',
    ...(area === 'portfolio' ? ['X-Service-Version'] : []),
    ...(own ? [own] : []),
  ]
  const here = codes.filter((code) => statusOf(code) === status)
  return response(status, headers, errorContent(area, here, bodyOf(area)))
}

function response(
  status: number | 'default',
  headers: readonly string[],
  content?: Content,
): Answer {
  return {
    description: requireMember(OPERATIONS.responses, String(status)),
    headers: Object.fromEntries(
      headers.map((name) => [name, requireMember(DOCUMENT.headers, name)]),
    ),
    ...(content && { content }),
  }
}

function errorContent(area: Area, codes: readonly ErrorCode[], schema: Schema): Content {
  const examples = codes.map((code) => [
    code,
    requireMember(ERROR_EXAMPLES, `${area}_${code}`, 'recorded example'),
  ])
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

function bodyOf(area: Area): Schema {
  return ref(area === 'plants' ? 'PlantError' : 'Error')
}
