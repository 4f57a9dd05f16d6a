/** Sums over a group of portfolios, with the greatest part that one portfolio has in them. */
export interface GroupSums {
  readonly portfolios: number
  readonly assets: bigint
  readonly mostAssets: bigint
  readonly value: bigint
  readonly mostValue: bigint
  readonly valued: bigint
  readonly recommended: bigint
  readonly present: bigint
}

/** The sums of a group as they are stored and shown. Null: hidden. */
export interface RoundedSums {
  readonly assets: bigint
  readonly value: bigint | null
  /** Of the assets, in percent. */
  readonly valued: bigint
  /** The recommended documents that are present, in percent. Null if none is recommended. */
  readonly documents: bigint | null
}

const MIN_PORTFOLIOS = 5
const MIN_STEP = 10n
const PERCENT_STEP = 5n

/**
 * The sums of a group in steps, so that no single portfolio can be recognized, neither in a sum nor in the difference
 * of two. A sum is rounded down to a power of ten that no portfolio exceeds. It is hidden if it is less than that step,
 * and if one portfolio has more than half of it. Null: the group has fewer than five portfolios, or its assets are
 * hidden.
 */
export function roundSums(sums: GroupSums): RoundedSums | null {
  if (sums.portfolios < MIN_PORTFOLIOS) return null
  const assets = roundSum(sums.assets, sums.mostAssets)
  if (assets === null) return null
  return {
    assets,
    value: roundSum(sums.value, sums.mostValue),
    valued: percentOf(sums.valued, sums.assets) ?? 0n,
    documents: percentOf(sums.present, sums.recommended),
  }
}

function roundSum(sum: bigint, most: bigint): bigint | null {
  let step = MIN_STEP
  while (step < most) step *= 10n
  const isHidden = most * 2n > sum || (sum > 0n && sum < step)
  return isHidden ? null : sum - (sum % step)
}

function percentOf(part: bigint, whole: bigint): bigint | null {
  if (whole === 0n) return null
  const percent = (part * 100n) / whole
  return percent - (percent % PERCENT_STEP)
}
