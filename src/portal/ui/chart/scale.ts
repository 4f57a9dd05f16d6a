const STEPS = [1, 2, 2.5, 5, 10]
const PARTS = 4

/** Round values from 0 to at least `highest`, for the lines across a chart. */
export function ticksOf(highest: number): readonly number[] {
  if (!(highest > 0)) return [0, 1]
  const size = 10 ** Math.floor(Math.log10(highest / PARTS))
  const step = (STEPS.find((each) => each * size * PARTS >= highest) ?? 10) * size
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, part) => part * step)
}

/** The places of the labels among points at `xs`: the first, the last, and those between that have room, evenly spread. */
export function labelledPlaces(xs: readonly number[], room: number): readonly number[] {
  const [first = 0, last = 0] = [xs[0], xs.at(-1)]
  const gap = Math.max(room, (last - first) / Math.max(1, Math.floor((last - first) / room)) - 1)
  const kept = [0]
  for (const [place, x] of xs.entries())
    if (x - (xs[kept.at(-1) ?? 0] ?? 0) >= gap && last - x >= room) kept.push(place)
  return xs.length > 1 ? [...kept, xs.length - 1] : kept
}

/** The place of the point that is nearest to `x`, of points in order. */
export function nearestPlace(xs: readonly number[], x: number): number {
  return xs.reduce(
    (best, each, place) => (Math.abs(each - x) < Math.abs((xs[best] ?? 0) - x) ? place : best),
    0,
  )
}
