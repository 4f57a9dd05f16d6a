import type { Request, RequestHandler, Response } from 'express'
import { endStatusOf, onRequestEnd } from '../../load/request-end.ts'
import { methodLabel } from '../../values/method-label.ts'
import type { UsageRecorder } from './usage.recorder.ts'

/** The endpoint of a request for a path that the gateway does not have. */
const UNKNOWN_ENDPOINT = 'unknown'

/** Records each request of an API key when it has ended. */
export function recordUsage(recorder: UsageRecorder): RequestHandler {
  return (request, response, next) => {
    onRequestEnd(response, () => {
      const { usage, error, requestId, now: at } = response.locals.requestContext
      if (!usage) return
      const endpoint = endpointOf(request, response)
      const status = response.locals.countedStatus ?? endStatusOf(response)
      recorder.record({ usage, error, requestId, at, endpoint, status })
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
