import { describe, expect, test } from 'vitest'
import { formatCode } from '../../src/portal/words/codes.ts'
import {
  formatAverage,
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatList,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelativeTime,
} from '../../src/portal/words/format.ts'
import { testTable } from '../support/test-table.ts'

describe('dates', () => {
  test('an instant is shown in the time zone of the user', () => {
    expect(formatDate('2026-06-01T03:59:59Z')).toBe('31 May 2026')
    expect(formatDate('2026-06-01T04:00:00Z')).toBe('1 Jun 2026')
    expect(formatDateTime('2026-06-01T03:59:59Z')).toBe('31 May 2026, 23:59')
  })

  test('a calendar date is the same day in every time zone', () => {
    expect(formatCalendarDate('2026-06-01')).toBe('1 Jun 2026')
    expect(formatCalendarDate('2026-12-31')).toBe('31 Dec 2026')
  })

  testTable([
    ['2026-05-01T12:00:00Z', 'now'],
    ['2026-05-01T12:00:59Z', 'in 59 seconds'],
    ['2026-05-01T12:01:00Z', 'in 1 minute'],
    ['2026-05-01T11:00:31Z', '59 minutes ago'],
    ['2026-05-01T11:00:01Z', '1 hour ago'],
    ['2026-05-01T11:00:00Z', '1 hour ago'],
    ['2026-05-02T12:00:00Z', 'in 1 day'],
    ['2026-04-30T12:31:00Z', '23 hours ago'],
    ['2026-04-30T12:00:01Z', '1 day ago'],
    ['2026-04-29T12:00:00Z', '2 days ago'],
    ['2026-04-01T12:00:00Z', '30 days ago'],
    ['2026-07-30T12:00:00Z', 'in 90 days'],
    ['2026-07-30T11:59:58Z', 'in 90 days'],
    ['2026-08-08T12:00:00Z', 'in 99 days'],
    ['2026-08-09T12:00:00Z', 'in 3 months'],
    ['2027-03-01T12:00:00Z', 'in 10 months'],
    ['2027-05-01T12:00:00Z', 'in 1 year'],
    ['2027-04-30T12:00:00Z', 'in 1 year'],
    ['2036-05-01T12:00:00Z', 'in 10 years'],
  ])('dates are in the form of the reader', (instant, expected) => {
    expect(formatRelativeTime(instant, Date.parse('2026-05-01T12:00:00Z'))).toBe(expected)
  })
})

describe('numbers', () => {
  testTable([
    [0, '0'],
    [999, '999'],
    [1_204, '1,204'],
    [-1_000_000, '-1,000,000'],
  ])('are grouped', (number, expected) => {
    expect(formatNumber(number)).toBe(expected)
  })

  testTable([
    [0, '0'],
    [0.000_1, 'under 0.1'],
    [0.099, 'under 0.1'],
    [0.1, '0.1'],
    [3.14, '3.1'],
    [1_234.56, '1,234.6'],
  ])('have an average with its digits', (average, expected) => {
    expect(formatAverage(average)).toBe(expected)
  })

  testTable([
    [0, '0%'],
    [50, '50%'],
    [33.333, '33.33%'],
    [100, '100%'],
  ])('are percentages', (percent, expected) => {
    expect(formatPercent(percent)).toBe(expected)
  })
})

describe('exact amounts', () => {
  testTable([
    ['1250.00', 'GBP', '£1,250.00'],
    ['0.005', 'GBP', '£0.01'],
    ['-12.5', 'EUR', '-€12.50'],
    ['1250', 'JPY', 'JP¥1,250'],
    ['12345678901234567890.12', 'GBP', '£12,345,678,901,234,567,890.12'],
    ['', 'GBP', ' GBP'],
    ['unknown', 'GBP', 'unknown GBP'],
    ['1,5', 'EUR', '1,5 EUR'],
    ['Infinity', 'EUR', 'Infinity EUR'],
    ['NaN', 'EUR', 'NaN EUR'],
  ])('of money keep every digit', (amount, currency, expected) => {
    expect(formatMoney({ amount, currency })).toBe(expected)
  })

  testTable([
    ['1234.5600', '1,234.56'],
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['123456789012345678', '123,456,789,012,345,678'],
    ['', ''],
    ['3–4', '3–4'],
    ['Infinity', 'Infinity'],
    ['<b>1</b>', '<b>1</b>'],
  ])('keep every digit of a decimal', (text, expected) => {
    expect(formatDecimal(text)).toBe(expected)
  })
})

describe('text', () => {
  testTable([
    ['heirs_missing', 'Heirs missing'],
    ['no_heirs_at_all', 'No heirs at all'],
    ['ok', 'Ok'],
    ['', ''],
    ['_', ' '],
    ['ÉTAT_civil', 'ÉTAT civil'],
  ])('of a code is in words', (code, expected) => {
    expect(formatCode(code)).toBe(expected)
  })

  testTable([
    [[], ''],
    [['Art'], 'Art'],
    [['Art', 'Wine'], 'Art and Wine'],
    [['Art', 'Coins', 'Wine'], 'Art, Coins and Wine'],
    [['Art, and more', ''], 'Art, and more and '],
  ])('of a list is joined', (names, expected) => {
    expect(formatList(names)).toBe(expected)
  })

  testTable([
    [['Art', 'Wine'], 2, 'Art and Wine'],
    [['Art', 'Wine'], 1_005, 'Art, Wine and 1,003 more'],
    [['Art', 'Wine'], 0, 'Art and Wine'],
    [[], 2, '2 more'],
  ])('of a long list is cut', (names, count, expected) => {
    expect(formatList(names, count)).toBe(expected)
  })
})
