import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Application, Request, RequestHandler, Response } from 'express'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import { GatewayError, invalidParameter } from '../errors.ts'
import { RequestContext } from '../load/request-context.ts'
import { parseTarget, pathIn, urlOf } from './target.ts'

const NO_ADDRESS =
  'X-Forwarded-For has no address where TRUST_PROXY expects one: such callers are limited together, and no list of addresses admits them'

/** Parses the target before Express, so that Express sees only a path and a query. */
export function parseTargetFirst(app: Application): RequestListener {
  return (request, response) => {
    removePorts(request)
    const locals = readTarget(request)
    request.url = locals.malformed ? '/' : urlOf(locals.target)
    app(request, Object.assign(response, { locals }))
  }
}

/** Whether a response has passed `parseTargetFirst`. */
export function isBegun(response: ServerResponse): response is Response {
  return 'locals' in response
}

/** Creates the request context and sets the common headers. Warns once if the addresses of callers are unknown. */
export function beginRequest(
  now: () => Date,
  headers: Readonly<Record<string, string>>,
  log: Logger,
): RequestHandler {
  let hasWarned = false
  return (request, response, next) => {
    if (!hasWarned && isUnusable(request)) {
      hasWarned = true
      log.warn(NO_ADDRESS)
    }
    const requestContext = new RequestContext(request.get('X-Request-Id'), request.ip ?? '', now())
    response.locals.requestContext = requestContext
    response.set({ ...headers, 'X-Request-Id': requestContext.requestId })
    next()
  }
}

// The address of a connection is always valid. So an invalid `ip` comes from the header of a trusted proxy.
function isUnusable({ ip, headers }: Request): boolean {
  return ip !== undefined && headers['x-forwarded-for'] !== undefined && !ipaddr.isValid(ip)
}

/** Rejects a request with a malformed target, after the middleware that counts and logs requests. */
export const rejectMalformed: RequestHandler = (_request, response, next) => {
  next(response.locals.malformed ?? undefined)
}

function readTarget(request: IncomingMessage) {
  try {
    return { target: parseTarget(request), malformed: null }
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown
    return { target: { path: pathIn(request.url ?? ''), query: '' }, malformed: thrown }
  }
}

/** The error of a path that is not percent-encoded UTF-8: Express throws it before any route. Null for other values. */
export function pathError(thrown: unknown): GatewayError | null {
  if (!(thrown instanceof URIError)) return null
  return invalidParameter('The path is not percent-encoded UTF-8.')
}

const YEAR_SECONDS = 31_536_000

/** The headers of every response. With an https address they include HSTS. */
export function commonHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const secure = publicUrl?.startsWith('https:') ?? false
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(secure && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }),
  }
}

const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/
const IN_BRACKETS = /^\[([\dA-Fa-f:.]{2,45})\](?::\d{1,5})?$/

/**
 * Removes the ports of addresses before Express reads the header. Some proxies write `203.0.113.7:5555` and
 * `[2001:db8::7]:5555`, which it does not accept as addresses.
 */
export function removePorts({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const given = headers['x-forwarded-for']
  if (typeof given === 'string')
    headers['x-forwarded-for'] = given.split(',').map(withoutPort).join(',')
}

function withoutPort(text: string): string {
  const address = text.trim()
  return address.replace(WITH_PORT, '$1').replace(IN_BRACKETS, '$1')
}
