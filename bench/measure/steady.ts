import { responseLength } from '../check-response.ts'
import type { Workload } from '../contenders/workloads.ts'
import { type BenchContext, participants, serverOf } from './rates.ts'
import { type CpuUse, measureLoad } from './slice.ts'

/** Latencies in milliseconds at a moderate fixed rate. */
export interface Steady {
  readonly entry: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpu: CpuUse
}

export const STEADY_RATE = 200
const SECONDS = 10
const QUICK_SECONDS = 2

/**
 * The latencies of the list at a fixed rate, from the instant that each request was due: a slow
 * response also counts for the requests that it delays (coordinated omission).
 */
export async function measureSteady(context: BenchContext, list: Workload): Promise<Steady[]> {
  const { options, postmasterOf, log } = context
  const found: Steady[] = []
  for (const entry of participants(context, list)) {
    const server = serverOf(context, entry)
    const seconds = options.quick ? QUICK_SECONDS : SECONDS
    const { requests } = entry
    const [first] = requests
    const bytes = first ? { bytes: await responseLength(server.url, first) } : {}
    const load = { requests, connections: options.connections, seconds, ...bytes }
    const steadily = { ...load, rate: STEADY_RATE }
    const { p50, p99, perSecond, cpu } = await measureLoad(
      server,
      steadily,
      postmasterOf(entry.server),
    )
    log(
      `  ${STEADY_RATE} per second, ${entry.name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    )
    found.push({ entry: entry.name, perSecond, p50, p99, cpu })
  }
  return found
}
