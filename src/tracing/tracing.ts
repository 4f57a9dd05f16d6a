import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { TraceSettings } from '../config.ts'
import { memberOf } from '../errors.ts'
import type { Quota } from '../load/quota.ts'
import { endStatusOf, methodLabel, onRequestEnd } from '../load/request-context.ts'
import { kindOfSubject } from '../metrics/quota-kinds.ts'
import { HEALTH_PATHS, routeLabel } from '../metrics/route-label.ts'
import { inSpan, type SpanRunner, withSpans } from '../spans.ts'

// A span takes about 1 KB. Spans that do not fit into the queue are dropped.
const MAX_QUEUED_SPANS = 2_048
const EXPORT_TIMEOUT_MS = 10_000
const FLUSH_LIMIT_MS = 1_000

export type Tracing = ReturnType<typeof createTracing>

/** Starts tracing. Requests do not wait for the collector. Registers nothing globally. */
export function createTracing(settings: TraceSettings, log: Logger) {
  const sampled = new TraceIdRatioBasedSampler(settings.ratio)
  const provider = new TracerProvider({
    // Ignores the sampled flag of the caller. Otherwise any caller could have all its requests traced.
    sampler: new ParentBasedSampler({
      root: sampled,
      remoteParentSampled: sampled,
      remoteParentNotSampled: sampled,
    }),
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createExporter(settings, log),
        maxQueueSize: MAX_QUEUED_SPANS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  return {
    /** Traces each request that reaches the app, except health checks. */
    traceRequests: createTraceRequests(provider.getTracer('orangery')),
    traceQuota,
    close: async (): Promise<void> => {
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, sleep(FLUSH_LIMIT_MS)])
    },
  }
}

function traceQuota(quota: Quota): Quota {
  return {
    spend: (subject, limit, cost) =>
      inSpan(
        () => ({ name: 'quota', facts: { 'orangery.quota.kind': kindOfSubject(subject) } }),
        () => quota.spend(subject, limit, cost),
      ),
    refund: (subject, spent, cost) => quota.refund(subject, spent, cost),
  }
}

const SEND_LIMIT_MS = 5_000
// If the collector answers slowly, the exporter sends the next batches without waiting.
const MAX_PARALLEL = 4

// Sends spans to the collector as OTLP in JSON. Logs when this begins to fail and when it works again.
function createExporter({ endpoint, headers }: TraceSettings, log: Logger): SpanExporter {
  const inner = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: SEND_LIMIT_MS,
    concurrencyLimit: MAX_PARALLEL,
    keepAlive: true,
  })
  const report = createReport(log)
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      inner.export(spans, (result) => {
        report(result, spans.length)
        done(result)
      })
    },
    shutdown: () => inner.shutdown(),
  }
}

function createReport(log: Logger): (result: ExportResult, spans: number) => void {
  let lost = 0
  return ({ code, error }, spans) => {
    const isLost = code !== ExportResultCode.SUCCESS
    // Not the message of the error: it can contain the address, and the answer of the collector.
    if (isLost && lost === 0) log.warn({ reason: reasonOf(error) }, 'traces not exported')
    else if (!isLost && lost > 0) log.info({ lost }, 'traces exported again')
    lost = isLost ? lost + spans : 0
  }
}

function reasonOf(error: Error | undefined): string | number {
  const code = memberOf(error, 'code')
  return typeof code === 'number' || typeof code === 'string' ? code : 'failed'
}

const propagator = new W3CTraceContextPropagator()
// Ignores `tracestate`: it is text of the caller, and would be part of each span.
const traceparentOnly: TextMapGetter<IncomingHttpHeaders> = {
  keys: () => ['traceparent'],
  get: (headers, name) => (name === 'traceparent' ? headers[name] : undefined),
}

// Creates a span for each request. Its parent is the span in the `traceparent` of the request.
function createTraceRequests(tracer: Tracer): RequestHandler {
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
  const route = routeLabel(request, response)
  const method = methodLabel(request.method)
  const status = endStatusOf(response)
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'orangery.surface': response.locals.path === undefined ? route : 'rest',
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
