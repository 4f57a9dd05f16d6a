import type { IncomingMessage } from 'node:http'
import cors, { type CorsOptions } from 'cors'
import { type RequestHandler, Router } from 'express'
import { quotaHeaders, type RequestContext } from '../load/request-context.ts'

type Sent = Pick<IncomingMessage, 'headers'>

const PATHS = ['/api/v1', '/plants', '/graphql']

// `credentials` is not set. So a browser shows a page no response to a request that was sent with cookies.
const OPTIONS: CorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'If-None-Match',
    'X-Request-Id',
    'X-Sandbox-Simulate',
    'X-Service-Version',
  ],
  exposedHeaders: [
    'Allow',
    'ETag',
    'Link',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
    'X-Error-Code',
    'X-RateLimit-Cost',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
    'X-Service-Version',
  ],
  maxAge: 600,
}

/**
 * Lets browser applications of these origins call REST and `/graphql` with a bearer token (CORS). Their preflight
 * requests are answered here and are not counted: `readQuota` reads what their address has left. Requests of other
 * origins pass unchanged.
 */
export function allowOrigins(
  origins: readonly string[],
  readQuota: (requestContext: RequestContext) => Promise<void>,
): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next()
  const varyByOrigin: RequestHandler = (_request, response, next) => {
    response.vary('Origin')
    next()
  }
  const originOf = ({ headers }: Sent) => origins.find((each) => each === headers.origin) ?? false
  const showQuota: RequestHandler = async (request, response, next) => {
    if (request.method === 'OPTIONS' && isPreflight(request) && originOf(request)) {
      const { requestContext } = response.locals
      await readQuota(requestContext)
      response.set(quotaHeaders(requestContext))
    }
    next()
  }
  const allow = cors((request, callback) => {
    const preflightContinue = !isPreflight(request)
    callback(null, { ...OPTIONS, origin: originOf(request), preflightContinue })
  })
  return Router({ caseSensitive: true }).use(PATHS, varyByOrigin, showQuota, allow)
}

function isPreflight({ headers }: Sent): boolean {
  return headers['access-control-request-method'] !== undefined
}
