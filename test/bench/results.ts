import type { Slice } from '../../bench/measure/slice.ts'
import type { Results } from '../../bench/report/results.ts'

/** The results of a run that measured nothing. */
export const NOTHING: Results = { rates: [], steady: [], depths: [], limits: [], memory: [] }

/** A slice with this rate and these processor times. */
export function slice(perSecond: number, gateway: number | null, database: number | null): Slice {
  return { responses: perSecond, perSecond, p50: 1, p99: 2, cpu: { gateway, database } }
}

/** The rates of one entry, a slice for each round. */
export function rate(workload: string, entry: string, ...slices: Slice[]) {
  return { workload, entry, server: 'floor' as const, slices }
}
