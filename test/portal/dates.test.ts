import { describe, expect } from 'vitest'
import { endOfDay, today, tomorrow } from '../../src/portal/words/dates.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

describe('the end of a day, in New York', () => {
  testTable([
    ['2030-05-31', '2030-06-01T03:59:59.000Z'],
    ['2030-12-31', '2031-01-01T04:59:59.000Z'],
    // The clocks change.
    ['2030-03-10', '2030-03-11T03:59:59.000Z'],
    ['2030-11-03', '2030-11-04T04:59:59.000Z'],
    ['2028-02-29', '2028-03-01T04:59:59.000Z'],
  ])('is the last instant of that day', (day, expected) => {
    expect(endOfDay(day)).toBe(expected)
  })

  testTable([
    ...['', ' 2030-05-31', '2030-05-31\n'],
    ...words(`
      tomorrow 2030 2030-5-31 2030-05-31T00:00 2030-02-29 2030-02-31 2030-13-01 2030-00-10
      10000-01-01 -2030-05-31
    `),
  ])('is not given for what is no date', (day) => {
    expect(endOfDay(day)).toBe(null)
  })
})

testTable([
  ['2026-06-01T03:59:59Z', '2026-05-31', '2026-06-01'],
  ['2026-06-01T04:00:00Z', '2026-06-01', '2026-06-02'],
  ['2027-01-01T04:30:00Z', '2026-12-31', '2027-01-01'],
  ['2026-03-08T05:30:00Z', '2026-03-08', '2026-03-09'],
  ['2028-02-29T12:00:00Z', '2028-02-29', '2028-03-01'],
])('are days of the reader', (now, expectedToday, expectedTomorrow) => {
  expect([today(Date.parse(now)), tomorrow(Date.parse(now))]).toEqual([
    expectedToday,
    expectedTomorrow,
  ])
})
