/** Numbers that look random and are the same on every run, one stream for each seed. */
export interface Random {
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  /** True in `share` of all calls, 0 to 1. */
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** Around 0, mostly between -1 and 1: for the ups and downs of prices. */
  swing(): number
}

/** The stream of a seed. Every asset seeds its own, so that a new one leaves the others as they are. */
export function randomOf(seed: string): Random {
  let state = hash(seed)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1))
  return {
    between,
    whole,
    chance: (share) => next() < share,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    swing: () => (next() + next() + next() - 1.5) * 1.15,
  }
}

// FNV-1a
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return value >>> 0
}
