import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TraceSettings } from '../config.ts'

const SEND_LIMIT_MS = 5_000
// If the collector answers slowly, the exporter sends the next batches without waiting.
const MAX_PARALLEL = 4

/** Sends spans to the collector as OTLP in JSON. Logs when this begins to fail and when it works again. */
export function createExporter({ endpoint, headers }: TraceSettings, log: Logger): SpanExporter {
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
  if (!error || !('code' in error)) return 'failed'
  const { code } = error
  return typeof code === 'number' || typeof code === 'string' ? code : 'failed'
}
