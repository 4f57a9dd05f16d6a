import type { Request, RequestHandler, Response } from 'express'
import { endStatusOf, onRequestEnd } from '../../load/request-end.ts'
import { methodLabel } from '../../values/method-label.ts'
import type { Asked } from './asked.ts'
import type { UsageRecorder } from './usage.recorder.ts'

/** The endpoint of a request for a path that the gateway does not have. */
const UNKNOWN_ENDPOINT = 'unknown'

/** Records each request of an API key when it has ended. `parameters` are the names of the parameters of REST. */
export function recordUsage(
  recorder: UsageRecorder,
  parameters: ReadonlySet<string>,
): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    onRequestEnd(response, () => {
      const { usage, error, requestId, now: at, ip, cost } = response.locals.requestContext
      if (!usage) return
      recorder.record({
        usage,
        error,
        requestId,
        at,
        ip,
        endpoint: endpointOf(request, response),
        status: response.locals.countedStatus ?? endStatusOf(response),
        asked: askedBy(request, response, parameters),
        milliseconds: Math.round(performance.now() - started),
        bytes: bytesOf(request, response),
        cost,
      })
    })
    next()
  }
}

// The path comes from the route table, without ids of clients. So the number of endpoints is limited by the paths and
// methods of the gateway, for any requests.
function endpointOf({ method }: Request, { locals: { path: restPath, target } }: Response): string {
  const path = target.path === '/graphql' ? target.path : restPath
  if (path === undefined) return UNKNOWN_ENDPOINT
  return `${methodLabel(method)} ${path.replace(/:\w+/, '{id}')}`
}

function askedBy(
  { method }: Request,
  { locals: { path: template, target, countedTarget, requestContext } }: Response,
  parameters: ReadonlySet<string>,
): Asked {
  const { operation } = requestContext
  return {
    method: methodLabel(method),
    template,
    ...(countedTarget ?? target),
    operation,
    parameters,
  }
}

function bytesOf({ method }: Request, response: Response): number {
  if (method === 'HEAD' || !response.writableFinished) return 0
  return Number(response.getHeader('Content-Length') ?? 0)
}
