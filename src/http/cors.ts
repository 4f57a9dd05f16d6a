import cors, { type CorsOptions } from 'cors'
import { type RequestHandler, Router } from 'express'
import type { RequestContext } from '../load/request-context.ts'
import { quotaHeaders } from './quota-headers.ts'

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
 * requests are answered here and not counted: `readQuota` reads what their address has left. Others pass unchanged.
 */
export function allowOrigins(
  origins: readonly string[],
  readQuota: (requestContext: RequestContext) => Promise<void>,
): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next()
  const allow: RequestHandler = async (request, response, next) => {
    const { method, headers } = request
    const origin = origins.find((each) => each === headers.origin) ?? false
    const isPreflight = headers['access-control-request-method'] !== undefined
    response.vary('Origin')
    if (method === 'OPTIONS' && isPreflight && origin) {
      const { requestContext } = response.locals
      await readQuota(requestContext)
      response.set(quotaHeaders(requestContext))
    }
    cors({ ...OPTIONS, origin, preflightContinue: !isPreflight })(request, response, next)
  }
  return Router({ caseSensitive: true }).use(PATHS, allow)
}
