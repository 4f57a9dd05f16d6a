import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Application, RequestHandler } from 'express'
import { createRequestContext } from '../access/request-context.ts'
import { GatewayError } from '../errors.ts'
import { parseTarget, type Target, urlOf } from './target.ts'

declare global {
  namespace Express {
    interface Locals {
      /** The path and the query of the request. */
      target: Target
      /** The error of a target that could not be parsed; else null. */
      malformed: GatewayError | null
    }
  }
}

const EMPTY_TARGET: Target = { path: '', query: '' }

/** Parses the target before Express, so that Express sees only a path and a query. */
export function parseTargetFirst(app: Application): RequestListener {
  return (request, response) => {
    const { target, malformed } = readTarget(request)
    request.url = malformed ? '/' : urlOf(target)
    app(request, withLocals(response, { target, malformed }))
  }
}

/** Creates the request context, and sets the headers that every response has. */
export function beginRequest(
  now: () => Date,
  headers: Readonly<Record<string, string>>,
): RequestHandler {
  return (request, response, next) => {
    const requestContext = createRequestContext(
      request.get('X-Request-Id'),
      request.ip ?? '',
      now(),
    )
    response.locals.requestContext = requestContext
    response.set({ ...headers, 'X-Request-Id': requestContext.requestId })
    next()
  }
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
    return { target: EMPTY_TARGET, malformed: thrown }
  }
}

function withLocals(
  response: ServerResponse,
  locals: { target: Target; malformed: GatewayError | null },
) {
  return Object.assign(response, { locals })
}
