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
import type { Quota } from '../access/quota.ts'
import type { TraceSettings } from '../config.ts'
import { createExporter } from './exporter.ts'
import { traceQuota } from './quota-span.ts'
import { createTraceRequests } from './request-span.ts'

// A span takes about 1 KB. What does not fit is dropped.
const MAX_QUEUED_SPANS = 2_048
const EXPORT_TIMEOUT_MS = 10_000
const FLUSH_LIMIT_MS = 1_000

/** What traces the requests of a process. */
export interface Tracing {
  /** Traces each request that reaches the app, but those for its health. */
  readonly traceRequests: RequestHandler
  /** The same quota, whose decisions are spans. */
  readonly traceQuota: (quota: Quota) => Quota
  /** Sends the spans that wait, for at most a second. */
  readonly close: () => Promise<void>
}

/** Starts to trace. Nothing waits for the collector, and nothing is registered globally. */
export function createTracing(settings: TraceSettings, log: Logger): Tracing {
  const sampled = new TraceIdRatioBasedSampler(settings.ratio)
  const provider = new TracerProvider({
    // Not by the flag that a caller sends: everybody could have all of their requests traced.
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
