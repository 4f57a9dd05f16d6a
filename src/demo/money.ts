/** An amount as imports state it: a decimal text with two places. */
export function money(amount: number): string {
  return amount.toFixed(2)
}

/** The amount as a person would say it: three leading figures, the rest zeros. */
export function roundly(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(amount, 1))) - 2)
  return Math.round(amount / step) * step
}
