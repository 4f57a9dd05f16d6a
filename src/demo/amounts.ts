/** An amount in the form of an import: decimal text with two places. */
export function formatAmount(amount: number): string {
  return amount.toFixed(2)
}

/** Rounds to three significant digits, as in an estimate. */
export function roundAmount(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(amount, 1))) - 2)
  return Math.round(amount / step) * step
}
