import {
  type Response as Answering,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import type { Caller } from '../access/caller.ts'
import type { OwnOrigin } from '../access/own-origin.ts'
import type { RequestContext } from '../access/request-context.ts'
import { quotaHeaders } from '../access/request-context.ts'
import type { SessionCookies } from '../access/session-cookie.ts'
import { GatewayError, toGatewayError } from '../errors.ts'
import { MAX_BODY_BYTES, readBody } from '../http/body.ts'
import { isJson } from '../http/media-type.ts'
import { sendJson } from '../http/send-json.ts'
import { urlOf } from '../http/target.ts'
import type { Context } from '../schema/context.ts'
import { createGraphQLServer, type ErrorListener } from './server.ts'

declare global {
  namespace Express {
    interface Locals {
      /** Begun for every request before any route is looked for. */
      requestContext: RequestContext
      /** Set on the way to the GraphQL server. */
      caller: Caller | null
    }
  }
}

// Only the path and the query of a request's URL mean anything to the server.
const INNER_ORIGIN = 'http://gateway.internal'

/** How a request shows who calls. */
export interface HttpAuthentication {
  readonly authenticator: Authenticator
  readonly cookies: SessionCookies
  readonly ownOrigin: OwnOrigin
}

/**
 * The path `/graphql`: says who calls, counts the request, and hands it to the server. A browser that
 * opens it gets the page `graphiql`.
 */
export function createGraphQLRouter(
  authentication: HttpAuthentication,
  contextOf: (caller: Caller | null, requestContext: RequestContext) => Context,
  onRefusal: ErrorListener,
  graphiql: string,
): Router {
  const { authenticator } = authentication
  const server = createGraphQLServer(authenticator, onRefusal, graphiql)
  const admit: RequestHandler = async (request, response, next) => {
    const { requestContext } = response.locals
    const caller = await identify(authentication, request, requestContext)
    if (caller) await authenticator.admit(requestContext, caller, response)
    else await authenticator.chargeAnonymous(requestContext)
    response.locals.caller = caller
    next()
  }
  const serve: RequestHandler = async (request, response) => {
    const { caller, requestContext, target } = response.locals
    const received = await receive(request, response)
    const run = contextOf(caller, requestContext)
    await send(response, await server.fetch(INNER_ORIGIN + urlOf(target), received, { run }))
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.all('/graphql', admit, serve, handleError(authenticator, onRefusal))
  return router
}

// The server gets a request made of what was read already, and no more of its headers than it needs:
// its own reading of a Node request answers faults with their stack.
async function receive(request: Request, response: Answering): Promise<RequestInit> {
  const { method } = request
  const names = ['accept', 'content-type']
  const headers = names.map((name): [string, string] => [name, request.get(name) ?? ''])
  const init = { method, headers: headers.filter(([, value]) => value !== '') }
  if (method === 'GET' || method === 'HEAD') return init
  const body = await readBody(request, response, MAX_BODY_BYTES)
  return { ...init, body: body.toString() }
}

async function send(response: Answering, answer: Response): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.end(await answer.text())
}

// A bearer wins over a cookie: who sends one means it, and a browser sends cookies by itself.
async function identify(
  { authenticator, cookies, ownOrigin }: HttpAuthentication,
  request: Request,
  requestContext: RequestContext,
): Promise<Caller | null> {
  const caller = await authenticator.identifyAny(requestContext, request.get('Authorization'))
  if (caller) return caller
  const cookie = cookies.find(request.get('Cookie'))
  if (cookie === null || isForPage(request)) return null
  requireOwnJson(request, ownOrigin)
  return authenticator.identifySession(requestContext, cookie)
}

// Such a request gets GraphiQL and runs nothing, whoever sends it.
function isForPage(request: Request): boolean {
  return request.method === 'GET' && (request.get('Accept') ?? '').includes('text/html')
}

// What another site can make a browser send: forms, links and images, none of them JSON; and with a
// script JSON, but then the browser says from where.
function requireOwnJson(request: Request, ownOrigin: OwnOrigin): void {
  if (request.method !== 'POST' || !isJson(request.get('Content-Type'))) {
    throw new GatewayError(
      'origin_not_allowed',
      'A signed-in browser asks by POST with Content-Type: application/json.',
    )
  }
  ownOrigin.require(request)
}

// A request that is refused before it is a GraphQL request still gets a GraphQL answer.
function handleError(authenticator: Authenticator, onRefusal: ErrorListener): ErrorRequestHandler {
  return async (thrown, _request, response, _next) => {
    const { requestContext } = response.locals
    const error = await authenticator.countError(requestContext, toGatewayError(thrown))
    onRefusal(error, requestContext)
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
    response.set({ ...quotaHeaders(requestContext), ...error.headers, 'Cache-Control': 'no-store' })
    const extensions = { code: error.code, type: error.type, request_id: requestContext.requestId }
    sendJson(response.status(error.status), { errors: [{ message: error.message, extensions }] })
  }
}
