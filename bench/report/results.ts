import type { Depth } from '../measure/depth.ts'
import type { Rate } from '../measure/rates.ts'
import { ratioOf, type Sample, sampleOf } from '../measure/sample.ts'
import type { Steady } from '../measure/steady.ts'

/** Resident memory in bytes at the end of the run. */
export interface Memory {
  readonly server: string
  readonly now: number
  readonly peak: number | null
}

/** All measurements of a run. */
export interface Results {
  readonly rates: readonly Rate[]
  readonly steady: readonly Steady[]
  readonly depths: readonly Depth[]
  readonly memory: readonly Memory[]
}

/** The summary of one entry of a workload over all rounds. */
export interface RateRow {
  readonly workload: string
  readonly entry: string
  readonly perSecond: Sample
  /** Relative to the floor of the same workload; null if the floor did not take part. */
  readonly ratio: Sample | null
  readonly p50: number
  readonly p99: number
}

export function rateRows({ rates }: Results): RateRow[] {
  return rates
    .filter((rate) => rate.slices.length > 0)
    .map((rate) => ({
      workload: rate.workload,
      entry: rate.entry,
      perSecond: sampleOf(perSecond(rate)),
      ratio: rateRatio(rates, [rate.workload, rate.entry], [rate.workload, 'floor']),
      p50: sampleOf(rate.slices.map((slice) => slice.p50)).median,
      p99: sampleOf(rate.slices.map((slice) => slice.p99)).median,
    }))
}

type EntryPath = readonly [workload: string, entry: string]

/** The ratio of the throughputs of two entries, round by round. */
export function rateRatio(
  rates: readonly Rate[],
  over: EntryPath,
  under: EntryPath,
): Sample | null {
  const [above, below] = [over, under].map(([workload, entry]) =>
    rates.find(
      (rate) => rate.workload === workload && rate.entry === entry && rate.slices.length > 0,
    ),
  )
  return above && below ? ratioOf(perSecond(above), perSecond(below)) : null
}

/** The ratio of the latencies of two probes, round by round. */
export function depthRatio(
  depths: readonly Depth[],
  server: string,
  over: string,
  under: string,
): Sample | null {
  const [above, below] = [over, under].map((probe) =>
    depths.find((depth) => depth.server === server && depth.probe === probe),
  )
  return above && below ? ratioOf(above.medians, below.medians) : null
}

function perSecond(rate: Rate): number[] {
  return rate.slices.map((slice) => slice.perSecond)
}
