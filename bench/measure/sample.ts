/** The middle of some numbers, and how far they spread. */
export interface Sample {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function sampleOf(numbers: readonly number[]): Sample {
  const sorted = numbers.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 }
}

/** A quantile of sorted numbers, between the two nearest. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return low + (high - low) * (at - Math.floor(at))
}

/** The ratio of two contenders in each round: what was measured side by side is compared. */
export function ratioOf(over: readonly number[], under: readonly number[]): Sample {
  return sampleOf(over.map((number, round) => number / (under[round] ?? Number.NaN)))
}
