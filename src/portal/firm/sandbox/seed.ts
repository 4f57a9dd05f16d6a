const SEED = /^\d{1,3}$/

/** The seed that is written in a field, or null. */
export function parseSeed(text: string): number | null {
  return SEED.test(text.trim()) ? Number(text.trim()) : null
}
