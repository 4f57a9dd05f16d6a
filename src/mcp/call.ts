import type { Response } from 'express'
import { toGatewayError } from '../errors.ts'
import type { JsonObject } from '../http/body.ts'
import { errorBody, helpPath } from '../http/error-body.ts'
import { recordError } from '../load/request-usage.ts'
import { type PortfolioReads, type RunAs, readPortfolio } from '../rest/read-portfolio.ts'
import { NEWEST_VERSION, resolveVersion } from '../versions.ts'
import type { Tool } from './tools.ts'

/** The outcome of a call: the JSON of a body, or of an error. */
export interface CallOutcome {
  readonly text: string
  readonly isError: boolean
}

export interface ToolReads extends PortfolioReads {
  /** Runs the operations of questions. */
  readonly ask: RunAs
}

/**
 * Runs a tool as a request for its path. The outcome is an error if the call is rejected. Throws if the request is
 * rejected as a whole: its credential has ended, it is over a rate limit, or the gateway failed.
 */
export async function callTool(
  tool: Tool,
  given: JsonObject,
  reads: ToolReads,
  response: Response,
): Promise<CallOutcome> {
  if (!tool.isQuestion) countAsRead(tool, response)
  try {
    return { text: await readText(tool, given, reads, response), isError: false }
  } catch (thrown) {
    const error = toGatewayError(thrown)
    if (error.status === 401 || error.status === 429 || error.status >= 500) throw thrown
    const { requestContext } = response.locals
    recordError(requestContext, error)
    response.locals.countedStatus = error.status
    const body = errorBody('portfolio', error, requestContext.requestId)
    return { text: JSON.stringify({ ...body, help: helpPath(error.code) }), isError: true }
  }
}

// Usage, metrics and the errors of the key then have the call under the method and path of REST.
function countAsRead({ route }: Tool, { req, locals }: Response): void {
  req.method = route.method.toUpperCase()
  locals.path = route.path
}

async function readText(
  { route, isQuestion, readArguments }: Tool,
  given: JsonObject,
  reads: ToolReads,
  response: Response,
): Promise<string> {
  const version = response.req.get('X-Service-Version') ?? NEWEST_VERSION
  const { registry_id, ...query } = readArguments(given)
  const path = route.path.replace(':registry_id', () => encodeURIComponent(registry_id ?? ''))
  const target = { path, query: String(new URLSearchParams(query)) }
  if (!isQuestion) response.locals.countedTarget = target
  let text = ''
  await readPortfolio(route, isQuestion ? { ...reads, runAs: reads.ask } : reads, response, {
    target,
    version: resolveVersion(version, response.locals.requestContext.now),
    encoding: 'identity',
    readInput: () => ({
      query,
      path: registry_id === undefined ? {} : { registry_id },
      body: {},
      address: { path, parameters: query },
    }),
    send: async ({ bytes }) => {
      text = bytes.toString()
    },
  })
  return text
}
