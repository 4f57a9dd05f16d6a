import { expect, test } from 'vitest'
import { clockBounds } from '../../src/access/clock-bounds.ts'

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds).toISOString()
const orNone = (milliseconds: number | null) => (milliseconds === null ? null : at(milliseconds))
const ANY = 8_640_000_000_000_000 - 1_800_000_000_000

// The newest change is at 0.
test.each<[string, boolean, number | null, number | null, number, number, number]>([
  ['nothing is under way', true, 5, 9, 9, 9, ANY],
  ['nothing is under way, and no expiry was shown', true, 5, null, 0, 0, ANY],
  ['nothing is under way, and a change is newer than what was shown', true, 5, -9, 0, 0, ANY],
  ['an import is under way that has announced its begin', false, 5, 9, 9, 5, 5],
  ['an import that began in the millisecond that was shown', false, 9, 9, 9, 9, 9],
  ['an import, and no expiry was shown', false, 5, null, 0, 0, 5],
  ['an import that has announced nothing', false, null, 9, 9, 0, 0],
  ['an import of which only an earlier begin is known', false, -5, 9, 9, 0, 0],
  ['an import that began later than what was shown', false, 20, 9, 9, 9, 20],
])('%s', (_, import_free, begun, shown, ...until) => {
  const instants = { changed_at: at(0), import_begun_at: orNone(begun), shown_until: orNone(shown) }
  const bounds = clockBounds({ import_free, full_before: null, deltas_from: null, ...instants })
  const { clockUntil, deltaUntil, termsUntil } = bounds
  expect([clockUntil, deltaUntil, termsUntil]).toEqual(until.map((each) => new Date(at(each))))
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

test.each([
  ['nothing is under way', true, 9],
  // An import may commit a change from 5 on: what was shown after that is in no delta.
  ['an import is under way', false, 5],
])('%s: a change up to the terms of the grant can be the newest one', (_, import_free, shown) => {
  const instants = { changed_at: at(0), import_begun_at: at(5), shown_until: at(9) }
  const bounds = (changed: number) =>
    clockBounds({
      import_free,
      full_before: null,
      deltas_from: null,
      grant_changed_at: at(changed),
      ...instants,
    })
  expect(bounds(12)).toMatchObject({ completeFrom: new Date(at(12)), deltaUntil: new Date(at(12)) })
  expect(bounds(3)).toMatchObject({
    completeFrom: new Date(at(3)),
    deltaUntil: new Date(at(shown)),
  })
})
