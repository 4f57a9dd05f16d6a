/** A pseudo-random generator. The same seed gives the same numbers on every run. */
export interface Random {
  /** A number from `from` (inclusive) to `to` (exclusive). */
  between(from: number, to: number): number
  /** An integer from `from` to `to`, both inclusive. */
  integer(from: number, to: number): number
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** A number around 0, mostly between -1 and 1, for changes of prices. */
  variation(): number
}

/** Creates a generator. Each asset uses its own, so that a new asset in the catalogue does not change the others. */
export function createRandom(seed: string): Random {
  let state = hash(seed)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  const integer = (from: number, to: number) => Math.floor(between(from, to + 1))
  return {
    between,
    integer,
    chance: (probability) => next() < probability,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
    variation: () => (next() + next() + next() - 1.5) * 1.15,
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
