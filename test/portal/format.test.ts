import { describe, expect, test } from 'vitest'
import {
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatList,
  formatMoney,
  formatRelativeTime,
} from '../../src/portal/words/format.ts'
import { testTable } from '../support/test-table.ts'

test('an instant is shown in the time zone of the user, and a calendar date is the same everywhere', () => {
  expect(formatDate('2026-06-01T03:59:59Z')).toBe('31 May 2026')
  expect(formatDate('2026-06-01T04:00:00Z')).toBe('1 Jun 2026')
  expect(formatDateTime('2026-06-01T03:59:59Z')).toBe('31 May 2026, 23:59')
  expect(formatCalendarDate('2026-06-01')).toBe('1 Jun 2026')
})

testTable([
  ['2026-05-01T12:00:00Z', 'now'],
  ['2026-05-01T12:00:59Z', 'in 59 seconds'],
  ['2026-05-01T12:01:00Z', 'in 1 minute'],
  ['2026-05-01T11:00:31Z', '59 minutes ago'],
  ['2026-05-01T11:00:01Z', '1 hour ago'],
  ['2026-04-30T12:31:00Z', '23 hours ago'],
  ['2026-04-30T12:00:01Z', '1 day ago'],
  ['2026-07-30T11:59:58Z', 'in 90 days'],
  ['2026-08-08T12:00:00Z', 'in 99 days'],
  ['2026-08-09T12:00:00Z', 'in 3 months'],
  ['2027-03-01T12:00:00Z', 'in 10 months'],
  ['2027-04-30T12:00:00Z', 'in 1 year'],
  ['2036-05-01T12:00:00Z', 'in 10 years'],
])('a distance in time is in the largest unit that fits', (instant, expected) => {
  expect(formatRelativeTime(instant, Date.parse('2026-05-01T12:00:00Z'))).toBe(expected)
})

describe('exact amounts', () => {
  testTable([
    ['0.005', 'GBP', '£0.01'],
    ['-12.5', 'EUR', '-€12.50'],
    ['1250', 'JPY', 'JP¥1,250'],
    ['12345678901234567890.12', 'GBP', '£12,345,678,901,234,567,890.12'],
    ['', 'GBP', ' GBP'],
    ['1,5', 'EUR', '1,5 EUR'],
    ['Infinity', 'EUR', 'Infinity EUR'],
    ['NaN', 'EUR', 'NaN EUR'],
  ])('of money keep every digit', (amount, currency, expected) => {
    expect(formatMoney({ amount, currency })).toBe(expected)
  })

  testTable([
    ['1234.5600', '1,234.56'],
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['', ''],
    ['3–4', '3–4'],
    ['Infinity', 'Infinity'],
    ['<b>1</b>', '<b>1</b>'],
  ])('keep every digit of a decimal', (text, expected) => {
    expect(formatDecimal(text)).toBe(expected)
  })
})

testTable([
  [[], undefined, ''],
  [['Art'], undefined, 'Art'],
  [['Art', 'Coins', 'Wine'], undefined, 'Art, Coins and Wine'],
  [['Art', 'Wine'], 2, 'Art and Wine'],
  [['Art', 'Wine'], 1_005, 'Art, Wine and 1,003 more'],
  [['Art', 'Wine'], 0, 'Art and Wine'],
  [[], 2, '2 more'],
])('a list is joined, and a long one is cut', (names, count, expected) => {
  expect(formatList(names, count)).toBe(expected)
})
