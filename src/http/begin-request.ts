import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Application, RequestHandler } from 'express'
import { createRequestContext } from '../access/request-context.ts'
import { GatewayError } from '../errors.ts'
import { parseTarget, type Target, urlOf } from './target.ts'

declare global {
  namespace Express {
    interface Locals {
      /** What the request's path and query are read from. */
      target: Target
      /** Why the target cannot be read; null where it was. */
      malformed: GatewayError | null
    }
  }
}

const EMPTY_TARGET: Target = { path: '', query: '' }

/** Parses the target before Express does, which then sees nothing but a path and a query. */
export function parseTargetFirst(app: Application): RequestListener {
  return (request, response) => {
    const { target, malformed } = readTarget(request)
    request.url = malformed ? '/' : urlOf(target)
    app(request, withLocals(response, { target, malformed }))
  }
}

/** Gives the request its id, and the response the headers that every one has. */
export function beginRequest(
  now: () => Date,
  everywhere: Readonly<Record<string, string>>,
): RequestHandler {
  return (request, response, next) => {
    const requestContext = createRequestContext(
      request.get('X-Request-Id'),
      request.ip ?? '',
      now(),
    )
    response.locals.requestContext = requestContext
    response.set({ ...everywhere, 'X-Request-Id': requestContext.requestId })
    next()
  }
}

/** Refuses what has no target, once it can be answered, counted and logged like any request. */
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
