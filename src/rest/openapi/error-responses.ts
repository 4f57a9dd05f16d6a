import type { ErrorCode } from '../../errors.ts'
import type { Area } from '../../http/error-body.ts'
import { codesOfAnyRoute, codesOfArea, statusesOf, statusOf, UNROUTED } from './error-codes.ts'
import { RECORDED_ERRORS } from './error-schemas.ts'
import { errorHeaders, headersOf, UNROUTED_HEADERS } from './headers.ts'
import { ref, type Schema } from './schema.ts'

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid; the message says what is accepted.',
  401: 'The credential is missing, not valid, revoked or expired.',
  403: 'No grant, scope or asset filter allows it.',
  404: 'There is no such thing.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8.',
  429: 'Too many requests. Wait for `Retry-After`, then back off exponentially.',
  500: 'Something went wrong on our side.',
  503: 'Temporarily unavailable. Wait for `Retry-After`.',
}

/**
 * The error responses of a route by status. Each has an example of every code that can occur with the status. A
 * response to HEAD has no body.
 */
export function errorResponses(
  area: Area,
  codes: readonly ErrorCode[],
  isHead: boolean,
): Record<string, object> {
  const byStatus = statusesOf(codes).map((status) => {
    const isShared = isHead || SHARED.has(status)
    return [status, isShared ? shared(area, status, isHead) : errorResponse(area, codes, status)]
  })
  return { ...Object.fromEntries(byStatus), default: shared(area, 'default', isHead) }
}

// The codes with these statuses depend only on the area.
const SHARED: ReadonlySet<number> = new Set([401, 429, 500, 503])

/** The error responses that operations share, by the names of their components. */
export function sharedResponses(): Record<string, object> {
  const areas: readonly Area[] = ['portfolio', 'plants']
  const responses = areas.flatMap((area) => {
    const codes = codesOfArea(area)
    return [
      ...[...SHARED].map((status) => [`${area}_${status}`, errorResponse(area, codes, status)]),
      ...statusesOf(codesOfAnyRoute(area)).map((status) => [
        `${area}_${status}_head`,
        errorResponse(area, [], status),
      ]),
      [`${area}_default`, unroutedResponse(contentOf(area, UNROUTED[area], unroutedSchema(area)))],
      [`${area}_default_head`, unroutedResponse()],
    ]
  })
  return Object.fromEntries(responses)
}

function shared(area: Area, status: number | 'default', isHead: boolean): object {
  return { $ref: `#/components/responses/${area}_${status}${isHead ? '_head' : ''}` }
}

// Without codes the response has no body.
function errorResponse(area: Area, codes: readonly ErrorCode[], status: number): object {
  const here = codes.filter((code) => statusOf(code) === status)
  return {
    description: STATUS_DESCRIPTIONS[status] ?? '',
    headers: headersOf(errorHeaders(area, status)),
    ...(here.length > 0 && { content: contentOf(area, here) }),
  }
}

function unroutedResponse(content?: object): object {
  return {
    description: 'The request reached no operation: no such path or method, or malformed HTTP.',
    headers: headersOf(UNROUTED_HEADERS),
    ...(content && { content }),
  }
}

function contentOf(area: Area, codes: readonly ErrorCode[], schema = bodyOf(area)): object {
  const examples = codes.map((code) => {
    if (!RECORDED_ERRORS[area][code])
      throw new Error(`no example of ${code} in ${area} is recorded`)
    return [code, { $ref: `#/components/examples/${area}_${code}` }]
  })
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

function bodyOf(area: Area): Schema {
  return ref(area === 'plants' ? 'PlantError' : 'Error')
}

// A malformed HTTP request has no path, so it belongs to no area.
function unroutedSchema(area: Area): Schema {
  return area === 'plants' ? { anyOf: [ref('PlantError'), ref('Error')] } : ref('Error')
}
