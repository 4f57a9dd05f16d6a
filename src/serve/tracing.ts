import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** The tracing of this process. Without OTEL_EXPORTER_OTLP_ENDPOINT it is undefined, and no library is loaded. */
export async function openTracing(
  { traces }: Pick<Config, 'traces'>,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!traces) return undefined
  const { createTracing } = await import('../tracing/tracing.ts')
  return createTracing(traces, log)
}
