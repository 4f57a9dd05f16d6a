import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Request, RequestHandler, Response } from 'express'
import { endStatusOf, methodLabel, onRequestEnd } from '../load/request-end.ts'
import { HEALTH_PATHS, routeLabel } from '../metrics/route-label.ts'
import { type SpanRunner, withSpans } from '../spans.ts'

const propagator = new W3CTraceContextPropagator()
// Ignores `tracestate`: it is text of the caller, and would be part of each span.
const traceparentOnly: TextMapGetter<IncomingHttpHeaders> = {
  keys: () => ['traceparent'],
  get: (headers, name) => (name === 'traceparent' ? headers[name] : undefined),
}

/** Creates a span for each request. Its parent is the span in the `traceparent` of the request. */
export function createTraceRequests(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    if (HEALTH_PATHS.includes(response.locals.target.path)) return next()
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, traceparentOnly)
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
    if (!span.isRecording()) return next()
    response.locals.traceId = span.spanContext().traceId
    onRequestEnd(response, () => endRequestSpan(span, request, response))
    withSpans(createRunner(tracer, trace.setSpan(ROOT_CONTEXT, span)), next)
  }
}

function endRequestSpan(span: Span, request: Request, response: Response): void {
  const { target, path: restPath } = response.locals
  const isServed = request.route !== undefined
  const route = routeLabel({ path: target.path, restPath, isServed })
  const method = methodLabel(request.method)
  const status = endStatusOf(response)
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'orangery.surface': restPath === undefined ? route : 'rest',
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function createRunner(tracer: Tracer, parent: Context): SpanRunner {
  return async ({ name, facts = {} }, run) => {
    const span = tracer.startSpan(name, { attributes: { ...facts } }, parent)
    try {
      return await withSpans(createRunner(tracer, trace.setSpan(parent, span)), run)
    } catch (thrown) {
      // Without the error: its message can contain text of the caller.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw thrown
    } finally {
      span.end()
    }
  }
}
