/** The median of measured values, with the values that a tenth of them are below and above. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
  readonly count: number
}

/** Summarises values; throws without any. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
    if (value === undefined) throw new Error('nothing was measured')
    return Math.round(value * 1000) / 1000
  }
  return { median: at(0.5), low: at(0.1), high: at(0.9), count: sorted.length }
}
