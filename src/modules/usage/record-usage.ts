import type { RequestHandler, Response } from 'express'
import { endStatusOf, methodLabel, onRequestEnd } from '../../load/request-context.ts'
import type { RequestUsage } from '../../load/request-usage.ts'
import { isDate } from '../../values/instant.ts'
import type { UsageRecorder } from './usage.recorder.ts'
import type { UsageEvent } from './usage-buffer.ts'

/** Records each request of an API key when it has ended. `parameters` are the names of the parameters of REST. */
export function recordUsage(
  recorder: UsageRecorder,
  parameters: ReadonlySet<string>,
): RequestHandler {
  return (_request, response, next) => {
    const started = performance.now()
    onRequestEnd(response, () => {
      const { usage } = response.locals.requestContext
      if (usage) recorder.record(eventOf(usage, response, parameters, performance.now() - started))
    })
    next()
  }
}

function eventOf(
  { keyId, opened }: RequestUsage,
  response: Response,
  parameters: ReadonlySet<string>,
  milliseconds: number,
): UsageEvent {
  const { requestContext, path: template, target, countedTarget, countedStatus } = response.locals
  const { error, requestId, now, ip, cost, operation, quota, charged } = requestContext
  const answered = countedStatus ?? endStatusOf(response)
  const grants = [...opened.values()]
  const method = methodLabel(response.req.method)
  const request = {
    key_id: keyId,
    at: now,
    request_id: requestId,
    endpoint: endpointOf(method, response),
    client_id: (grants.length === 1 && grants[0]?.clientId) || null,
    status: error?.status ?? answered,
    code: error?.code ?? null,
    message: error?.message ?? null,
    milliseconds: Math.round(milliseconds),
    bytes: bytesOf(response),
    cost,
    address: ip,
    version: versionOf(response),
    asked: { method, template, ...(countedTarget ?? target), operation, parameters },
  }
  // Until the key is charged, the quota is that of its address.
  const used = charged && quota ? quota.limit - quota.remaining : 0
  return { request, answered, grants, used }
}

// The path comes from the route table, without ids of clients. So the number of endpoints is limited by the paths and
// methods of the gateway, for any requests.
function endpointOf(method: string, { locals: { path: restPath, target } }: Response): string {
  const path = target.path === '/graphql' ? target.path : restPath
  return path === undefined ? 'unknown' : `${method} ${path.replace(/:\w+/, '{id}')}`
}

// A header may have any text, and a date has no secret.
function versionOf({ req }: Response): string | null {
  const date = req.get('X-Service-Version')
  return date !== undefined && isDate(date) ? date : null
}

function bytesOf(response: Response): number {
  if (response.req.method === 'HEAD' || !response.writableFinished) return 0
  return Number(response.getHeader('Content-Length') ?? 0)
}
