import type { Depth } from '../measure/depth.ts'
import type { Limit } from '../measure/limit.ts'
import type { Rate } from '../measure/rates.ts'
import { ratioOf, type Sample, sampleOf } from '../measure/sample.ts'
import type { CpuUse, Slice } from '../measure/slice.ts'
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
  readonly limits: readonly Limit[]
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
  /** The medians. */
  readonly cpu: CpuUse
}

export function rateRows({ rates }: Results): RateRow[] {
  return rates
    .filter((rate) => rate.slices.length > 0)
    .map((rate) => ({
      workload: rate.workload,
      entry: rate.entry,
      perSecond: sampleOf(rate.slices.map(perSecond)),
      ratio: rateRatio(rates, [rate.workload, rate.entry], [rate.workload, 'floor']),
      p50: sampleOf(rate.slices.map((slice) => slice.p50)).median,
      p99: sampleOf(rate.slices.map((slice) => slice.p99)).median,
      cpu: { gateway: medianOf(rate, 'gateway'), database: medianOf(rate, 'database') },
    }))
}

function medianOf({ slices }: Rate, part: keyof CpuUse): number | null {
  return medianOfKnown(slices.map(({ cpu }) => cpu[part]))
}

/** The median; null if a value is not known. */
export function medianOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? sampleOf(known).median : null
}

/** The summary of one statement of PostgreSQL alone over all rounds. */
export interface LimitRow {
  readonly statement: string
  readonly perSecond: Sample
  readonly databaseCpu: number | null
}

export function limitRows({ limits }: Results): LimitRow[] {
  return limits
    .filter(({ slices }) => slices.length > 0)
    .map(({ statement, slices }) => ({
      statement,
      perSecond: sampleOf(slices.map((slice) => slice.perSecond)),
      databaseCpu: medianOfKnown(slices.map((slice) => slice.databaseCpu)),
    }))
}

type EntryPath = readonly [workload: string, entry: string]

/** The ratio of the throughputs of two entries, round by round; null if one of them was not measured. */
export function rateRatio(
  rates: readonly Rate[],
  over: EntryPath,
  under: EntryPath,
): Sample | null {
  return ratioOfEach(rates, over, under, perSecond)
}

/** The ratio of the processor times of two entries, by default of their own processes, round by round. */
export function cpuRatio(
  rates: readonly Rate[],
  over: EntryPath,
  under: EntryPath,
  part: keyof CpuUse = 'gateway',
): Sample | null {
  return ratioOfEach(rates, over, under, ({ cpu }) => cpu[part])
}

function ratioOfEach(
  rates: readonly Rate[],
  over: EntryPath,
  under: EntryPath,
  of: (slice: Slice) => number | null,
): Sample | null {
  const [above = [], below = []] = [over, under].map(([workload, entry]) => {
    const found = rates.find((rate) => rate.workload === workload && rate.entry === entry)
    return (found?.slices ?? []).flatMap((slice) => of(slice) ?? [])
  })
  return above.length > 0 && above.length === below.length ? ratioOf(above, below) : null
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

function perSecond(slice: Slice): number {
  return slice.perSecond
}
