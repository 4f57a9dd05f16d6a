import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import type { RequireOwnOrigin } from '../access/session-checks.ts'
import { GatewayError } from '../errors.ts'
import { type JsonObject, readJsonObject, rejectLargeBody } from '../http/body.ts'
import { quotaHeaders } from '../http/quota-headers.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { recheckCallerAtEnd } from '../load/request-context.ts'
import { isObject } from '../values/json.ts'
import { callTool, type ToolReads } from './call.ts'

const PATH = '/mcp'

// The headers that the protocol reads. The credential is not among them.
const HEADERS = ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']

interface McpDependencies extends ToolReads {
  readonly authenticator: Authenticator
  readonly requireOwnOrigin: RequireOwnOrigin
}

/** The Model Context Protocol over HTTP. The caller is charged before the body is read, as on every path. */
export function createMcpRouter({
  authenticator,
  requireOwnOrigin,
  ...reads
}: McpDependencies): Router {
  const admit: RequestHandler = async (request, response, next) => {
    const { locals } = response
    const { requestContext } = locals
    locals.path = PATH
    requireOwnOrigin(request)
    const authorization = request.get('Authorization')
    const { partner } = await authenticator.identifyPartner(requestContext, authorization, null)
    locals.identified = { caller: partner }
    await authenticator.admit(requestContext, partner, response)
    next()
  }
  const serve: RequestHandler = async (_request, response) => {
    const answer = await answerRequest(response, reads)
    await recheckCallerAtEnd(response.locals.requestContext)
    await send(response, answer)
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.all(PATH, admit, rejectLargeBody, rejectMethod)
  router.post(PATH, serve)
  return router
}

// The protocol has GET and DELETE for sessions and streams, which this server does not have.
const rejectMethod: RequestHandler = (request, _response, next) => {
  if (request.method === 'POST') return next()
  const headers = { Allow: 'POST' }
  throw new GatewayError('method_not_allowed', 'This path takes POST.', { headers })
}

async function answerRequest(response: Response, reads: ToolReads): Promise<globalThis.Response> {
  const { caller } = response.locals.identified
  const message = withoutNull(await readJsonObject(response, 'plain'))
  const { answerMessage } = await import('./protocol.ts')
  const failure: { thrown?: unknown } = {}
  const answer = await answerMessage({
    headers: headersOf(response.req),
    message,
    scopes: caller.kind === 'partner' ? caller.scopes : new Set(),
    call: async (tool, given) => {
      try {
        return await callTool(tool, given, reads, response)
      } catch (thrown) {
        // The library would send the message of any error.
        failure.thrown = thrown
        return { text: '', isError: true }
      }
    },
  })
  if ('thrown' in failure) throw failure.thrown
  return answer
}

// Arguments that are null are not given, as each of them. The library refuses them.
function withoutNull(message: JsonObject): JsonObject {
  const { params } = message
  if (!isObject(params) || params.arguments !== null) return message
  const { arguments: _null, ...others } = params
  return { ...message, params: others }
}

function headersOf(request: Request): Headers {
  const given = HEADERS.map((name) => [name, request.get(name)] as const)
  const headers = new Headers(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  // A response is always JSON. The library serves only those who name this type and that of streams.
  headers.set('Accept', 'application/json, text/event-stream')
  return headers
}

async function send(response: Response, answer: globalThis.Response): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  response.status(answer.status).set(quotaHeaders(response.locals.requestContext))
  response.setHeader('Cache-Control', 'no-store')
  if (bytes.length > 0) response.setHeader('Content-Type', 'application/json; charset=utf-8')
  await sendBytes(response, bytes)
}
