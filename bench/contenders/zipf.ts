/**
 * `count` picks from 0 to `choices` − 1 with a Zipf distribution: the n-th most frequent number
 * occurs 1/n as often as the most frequent. Deterministic.
 */
export function zipfPicks(count: number, choices: number): number[] {
  const random = seededRandom(20_261_121)
  const order = shuffle(choices, random)
  const bounds: number[] = []
  let total = 0
  for (let rank = 1; rank <= choices; rank++) {
    total += 1 / rank
    bounds.push(total)
  }
  return Array.from({ length: count }, () => order[findRank(bounds, random() * total)] ?? 0)
}

function findRank(bounds: readonly number[], target: number): number {
  let low = 0
  let high = bounds.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? 0) < target) low = middle + 1
    else high = middle
  }
  return low
}

function shuffle(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = moved
  }
  return order
}

/** A deterministic generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
