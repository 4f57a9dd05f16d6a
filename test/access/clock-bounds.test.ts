import { expect, test } from 'vitest'
import { clockBounds } from '../../src/access/clock-bounds.ts'

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds).toISOString()
const orNone = (milliseconds: number | null) => (milliseconds === null ? null : at(milliseconds))
const ANY = 8_640_000_000_000_000 - 1_800_000_000_000

// The newest change is at 0.
const CASES: readonly (readonly [
  isFree: boolean,
  begun: number | null,
  shown: number | null,
  until: readonly [number, number, number],
])[] = [
  // Nothing is under way.
  [true, 5, 9, [9, 9, ANY]],
  [true, 5, null, [0, 0, ANY]],
  [true, 5, -9, [0, 0, ANY]],
  // An import is under way: what it has announced bounds what is settled.
  [false, 5, 9, [9, 5, 5]],
  [false, 9, 9, [9, 9, 9]],
  [false, 5, null, [0, 0, 5]],
  [false, null, 9, [9, 0, 0]],
  [false, -5, 9, [9, 0, 0]],
  [false, 20, 9, [9, 9, 20]],
]

test('links, deltas and terms are settled up to what no import under way can change', () => {
  const found = CASES.map(([import_free, begun, shown]) => {
    const begunAt = { import_begun_at: orNone(begun), shown_until: orNone(shown) }
    const unset = { full_before: null, deltas_from: null }
    const bounds = clockBounds({ import_free, changed_at: at(0), ...begunAt, ...unset })
    return [bounds.clockUntil, bounds.deltaUntil, bounds.termsUntil]
  })
  expect(found).toEqual(CASES.map(([, , , until]) => until.map((each) => new Date(at(each)))))
})

test('links that expire up to the terms of the grant, up to a restore, or up to the begin of deltas, have expired', () => {
  const instants = {
    changed_at: at(0),
    import_begun_at: null,
    shown_until: at(1),
    full_before: null,
    deltas_from: null,
  }
  const bounds = (more: object) => clockBounds({ import_free: true, ...instants, ...more })
  expect(bounds({ grant_changed_at: at(7) })).toMatchObject({ clockUntil: new Date(at(7)) })
  expect(bounds({ full_before: at(8) })).toMatchObject({ clockUntil: new Date(at(8)) })
  expect(bounds({ deltas_from: at(9) })).toMatchObject({ clockUntil: new Date(at(9)) })
})

test('a change up to the terms of the grant can be the newest one', () => {
  const instants = { changed_at: at(0), import_begun_at: at(5), shown_until: at(9) }
  const unset = { full_before: null, deltas_from: null }
  // An import may commit a change from 5 on: what was shown after that is in no delta.
  for (const [import_free, shown] of [
    [true, 9],
    [false, 5],
  ] as const) {
    const bounds = (changed: number) =>
      clockBounds({ import_free, ...unset, grant_changed_at: at(changed), ...instants })
    const [late, early] = [new Date(at(12)), new Date(at(3))]
    expect(bounds(12)).toMatchObject({ completeFrom: late, deltaUntil: late })
    expect(bounds(3)).toMatchObject({ completeFrom: early, deltaUntil: new Date(at(shown)) })
  }
})
