import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { TraceSettings } from '../config.ts'
import type { Quota } from '../load/quota.ts'
import { kindOfSubject } from '../metrics/quota-kinds.ts'
import { inSpan } from '../spans.ts'
import { createExporter } from './exporter.ts'
import { createTraceRequests } from './request-span.ts'

// A span takes about 1 KB. Spans that do not fit into the queue are dropped.
const MAX_QUEUED_SPANS = 2_048
const EXPORT_TIMEOUT_MS = 10_000
const FLUSH_LIMIT_MS = 1_000

/** The tracing of the requests of a process. */
export interface Tracing {
  /** Traces each request that reaches the app, except health checks. */
  readonly traceRequests: RequestHandler
  /** Returns a quota that makes the same decisions. Each decision is a span. */
  readonly traceQuota: (quota: Quota) => Quota
  /** Sends the waiting spans. Waits at most one second for that. */
  readonly close: () => Promise<void>
}

/** Starts tracing. Requests do not wait for the collector. Registers nothing globally. */
export function createTracing(settings: TraceSettings, log: Logger): Tracing {
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
    traceRequests: createTraceRequests(provider.getTracer('orangery')),
    traceQuota,
    close: async () => {
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, sleep(FLUSH_LIMIT_MS)])
    },
  }
}

// Returns a quota that makes the same decisions. Each decision is a span with the kind of its limit.
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
