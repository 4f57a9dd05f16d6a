/** The median and the range of some numbers. */
export interface Sample {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function sampleOf(numbers: readonly number[]): Sample {
  const sorted = numbers.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** A quantile of sorted numbers, interpolated between the two nearest. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return low + (high - low) * (at - Math.floor(at))
}

/** The ratios of two contenders, each taken within one round. */
export function ratioOf(over: readonly number[], under: readonly number[]): Sample {
  return sampleOf(over.map((number, round) => number / (under[round] ?? Number.NaN)))
}
