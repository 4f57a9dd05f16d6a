import type { Depth } from '../measure/depth.ts'
import type { Rate } from '../measure/rates.ts'
import { ratioOf, type Sample, sampleOf } from '../measure/sample.ts'
import type { Steady } from '../measure/steady.ts'

/** Resident memory in bytes, after everything. */
export interface Memory {
  readonly server: string
  readonly now: number
  readonly peak: number | null
}

/** All that was measured. */
export interface Results {
  readonly rates: readonly Rate[]
  readonly steady: readonly Steady[]
  readonly depths: readonly Depth[]
  readonly memory: readonly Memory[]
}

/** An entry of a figure in numbers. */
export interface RateRow {
  readonly figure: string
  readonly entry: string
  readonly perSecond: Sample
  /** To the floor of the same figure; null where the floor did not take part. */
  readonly ratio: Sample | null
  readonly p50: number
  readonly p99: number
}

export function rateRows({ rates }: Results): RateRow[] {
  return rates
    .filter((rate) => rate.slices.length > 0)
    .map((rate) => ({
      figure: rate.figure,
      entry: rate.entry,
      perSecond: sampleOf(perSecond(rate)),
      ratio: rateRatio(rates, [rate.figure, rate.entry], [rate.figure, 'floor']),
      p50: sampleOf(rate.slices.map((slice) => slice.p50)).median,
      p99: sampleOf(rate.slices.map((slice) => slice.p99)).median,
    }))
}

type Named = readonly [figure: string, entry: string]

/** How many times as many answers a second one entry gave as another, round by round. */
export function rateRatio(rates: readonly Rate[], over: Named, under: Named): Sample | null {
  const [above, below] = [over, under].map(([figure, entry]) =>
    rates.find((rate) => rate.figure === figure && rate.entry === entry && rate.slices.length > 0),
  )
  return above && below ? ratioOf(perSecond(above), perSecond(below)) : null
}

/** How many times as long one probe took as another. */
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
