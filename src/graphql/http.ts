import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from 'express'
import type { Gate } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { Exchange } from '../access/exchange.ts'
import { quotaHeaders } from '../access/exchange.ts'
import type { OwnOrigin } from '../access/own-origin.ts'
import type { SessionCookies } from '../access/session-cookie.ts'
import { GatewayError, toGatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'
import { bodyRefusal } from './body-refusal.ts'
import { createGraphQLServer, type RefusalSink } from './server.ts'

declare global {
  namespace Express {
    interface Locals {
      /** Begun for every request before any route is looked for. */
      exchange: Exchange
      /** Set on the way to the GraphQL server. */
      caller: Caller | null
    }
  }
}

const MAX_BODY = '256kb'

/** How a request shows who calls. */
export interface Door {
  readonly gate: Gate
  readonly cookies: SessionCookies
  readonly ownOrigin: OwnOrigin
}

/**
 * The path `/graphql`: says who calls, counts the request, and hands it to the server. A browser that
 * opens it gets the page `graphiql`.
 */
export function createGraphQLRouter(
  door: Door,
  contextOf: (caller: Caller | null, exchange: Exchange) => Context,
  onRefusal: RefusalSink,
  graphiql: string,
): Router {
  const { gate } = door
  const server = createGraphQLServer(gate, onRefusal, graphiql)
  const admit: RequestHandler = async (request, response, next) => {
    const { exchange } = response.locals
    const caller = await identify(door, request, exchange)
    if (caller) await gate.charge(exchange, caller, 1)
    else await gate.chargeStranger(exchange)
    response.locals.caller = caller
    next()
  }
  const serve: RequestHandler = async (request, response) => {
    const { caller, exchange } = response.locals
    await server(request, response, { run: contextOf(caller, exchange) })
  }
  const readBody = express.raw({ type: () => true, limit: MAX_BODY })
  const router = Router({ caseSensitive: true, strict: true })
  router.all('/graphql', admit, readBody, serve, refuse(gate, onRefusal))
  return router
}

// A bearer wins over a cookie: who sends one means it, and a browser sends cookies by itself.
async function identify(
  { gate, cookies, ownOrigin }: Door,
  request: Request,
  exchange: Exchange,
): Promise<Caller | null> {
  const caller = await gate.identifyAny(exchange, request.get('Authorization'))
  if (caller) return caller
  const cookie = cookies.find(request.get('Cookie'))
  if (cookie === null || isForPage(request)) return null
  requireOwnJson(request, ownOrigin)
  return gate.identifySession(exchange, cookie)
}

// Such a request gets GraphiQL and runs nothing, whoever sends it.
function isForPage(request: Request): boolean {
  return request.method === 'GET' && (request.get('Accept') ?? '').includes('text/html')
}

// What another site can make a browser send: forms, links and images, none of them JSON; and with a
// script JSON, but then the browser says from where.
function requireOwnJson(request: Request, ownOrigin: OwnOrigin): void {
  if (request.method !== 'POST' || !request.is('application/json')) {
    throw new GatewayError(
      'origin_not_allowed',
      'A signed-in browser asks by POST with Content-Type: application/json.',
    )
  }
  ownOrigin.require(request)
}

// A request that is refused before it is a GraphQL request still gets a GraphQL answer.
function refuse(gate: Gate, onRefusal: RefusalSink): ErrorRequestHandler {
  return async (thrown, _request, response, _next) => {
    const { exchange } = response.locals
    const error = bodyRefusal(thrown) ?? toGatewayError(thrown)
    onRefusal(error, exchange)
    // Nothing is owed for a fault of ours, but every response tells of a window.
    if (!exchange.quota) await gate.chargeStranger(exchange, 0).catch(() => {})
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
    response.set({ ...quotaHeaders(exchange), ...error.headers, 'Cache-Control': 'no-store' })
    const extensions = { code: error.code, type: error.type, request_id: exchange.requestId }
    response.status(error.status).json({ errors: [{ message: error.message, extensions }] })
  }
}
