import type { BenchRequest } from '../contenders/request.ts'
import { runInProcess } from './own-process.ts'

/** Requests to send in turn, over keep-alive connections with one request in flight on each. */
export interface Load {
  readonly url: string
  readonly requests: readonly BenchRequest[]
  readonly connections: number
  readonly seconds: number
  /** Requests per second over all connections; absent: each response is followed by a request. */
  readonly rate?: number
  /** The expected body length, where all responses have the same length. */
  readonly bytes?: number
}

/** Measurements of one load. Latencies are in milliseconds. */
export interface LoadResult {
  readonly responses: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** The report of the generator process. */
export interface LoadReport extends LoadResult {
  /** Responses with another status or length, and requests without a response. */
  readonly errors: number
  readonly firstError: string | null
}

/** Loads a server from a separate process; throws if a single response was wrong. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const report: LoadReport = await runInProcess('load/generator.js', load)
  const { errors, firstError, ...result } = report
  const { responses } = result
  if (errors > 0)
    throw new Error(`${errors} of ${responses} responses of ${load.url} were wrong: ${firstError}`)
  if (responses === 0) throw new Error(`${load.url} sent no response`)
  return result
}
