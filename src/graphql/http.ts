import {
  type Response as Answering,
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
import { MOST_BODY_BYTES, readBody } from '../http/body.ts'
import { isJson } from '../http/media-type.ts'
import { sendJson } from '../http/send-json.ts'
import { urlOf } from '../http/target.ts'
import type { Context } from '../schema/context.ts'
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

// Only the path and the query of a request's URL mean anything to the server.
const INNER_ORIGIN = 'http://gateway.internal'

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
    if (caller) await gate.admit(exchange, caller, response)
    else await gate.chargeStranger(exchange)
    response.locals.caller = caller
    next()
  }
  const serve: RequestHandler = async (request, response) => {
    const { caller, exchange, target } = response.locals
    const received = await receive(request, response)
    const run = contextOf(caller, exchange)
    await send(response, await server.fetch(INNER_ORIGIN + urlOf(target), received, { run }))
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.all('/graphql', admit, serve, refuse(gate, onRefusal))
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
  const body = await readBody(request, response, MOST_BODY_BYTES)
  return { ...init, body: body.toString() }
}

async function send(response: Answering, answer: Response): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.end(await answer.text())
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
  if (request.method !== 'POST' || !isJson(request.get('Content-Type'))) {
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
    const error = await gate.countRefusal(exchange, toGatewayError(thrown))
    onRefusal(error, exchange)
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
    response.set({ ...quotaHeaders(exchange), ...error.headers, 'Cache-Control': 'no-store' })
    const extensions = { code: error.code, type: error.type, request_id: exchange.requestId }
    sendJson(response.status(error.status), { errors: [{ message: error.message, extensions }] })
  }
}
