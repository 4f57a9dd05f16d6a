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

/** The places of up to `most` labels among `count` points: evenly spread, always the last. */
export function labelledPlaces(count: number, most: number): readonly number[] {
  const stride = Math.max(1, Math.ceil(count / Math.max(1, most)))
  const places = Array.from({ length: count }, (_, place) => place)
  return places.filter((place) => (count - 1 - place) % stride === 0)
}

/** The place of the point that is nearest to `x`, of points in order. */
export function nearestPlace(xs: readonly number[], x: number): number {
  return xs.reduce(
    (best, each, place) => (Math.abs(each - x) < Math.abs((xs[best] ?? 0) - x) ? place : best),
    0,
  )
}
