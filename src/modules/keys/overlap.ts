const HOUR = 3_600_000

/** How long the old secret of a rotated key stays valid: milliseconds by written form. */
export const OVERLAPS = { '0': 0, '1h': HOUR, '24h': 24 * HOUR, '7d': 7 * 24 * HOUR } as const

export type Overlap = keyof typeof OVERLAPS
