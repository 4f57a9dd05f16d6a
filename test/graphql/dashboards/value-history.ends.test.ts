import { describe, expect, test } from 'vitest'
import {
  type HistoryArgs,
  intervalEnds,
} from '../../../src/modules/valuations/value-history.ends.ts'

const NOW = new Date('2026-11-27T10:00:00Z')
const at = (text: string) => new Date(text)

function days(args: HistoryArgs): string[] {
  return intervalEnds(args, NOW).map((end) => {
    expect(end.toISOString()).toMatch(/T00:00:00\.000Z$/)
    return end.toISOString().slice(0, 10)
  })
}

describe('the ends of intervals', () => {
  test('are twelve by default, up to now', () => {
    const months = days({ interval: 'month' })
    expect(months).toHaveLength(12)
    expect([months[0], months.at(-1)]).toEqual(['2025-12-01', '2026-11-01'])
    expect(days({ interval: 'quarter' }).at(-1)).toBe('2026-10-01')
    expect(days({ interval: 'year' })[0]).toBe('2015-01-01')
  })

  test('are those of the calendar between from and to', () => {
    const cases: readonly (readonly [HistoryArgs['interval'], string, string, string[]])[] = [
      // From is not an end itself.
      ['month', '2026-01-01', '2026-03-01', ['2026-02-01', '2026-03-01']],
      ['month', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', ['2026-02-01']],
      ['year', '2026-02-01', '2026-11-01', []],
      ['quarter', '2025-12-31', '2026-08-01', ['2026-01-01', '2026-04-01', '2026-07-01']],
      // Nothing is after now.
      ['month', '2026-10-15', '2030-01-01', ['2026-11-01']],
      ['year', '0001-01-01', '0004-06-01', ['0002-01-01', '0003-01-01', '0004-01-01']],
      ['month', '2030-01-01', '2031-01-01', []],
    ]
    const found = cases.map(([interval, from, to]) =>
      days({ interval, from: at(from), to: at(to) }),
    )
    expect(found).toEqual(cases.map(([, , , ends]) => ends))
  })

  test('of the first year there are no earlier ones', () => {
    expect(days({ interval: 'month', to: at('0001-02-15') })).toEqual(['0001-02-01'])
    expect(days({ interval: 'year', to: at('0001-02-15') })).toEqual([])
  })

  test('are at most 240', () => {
    expect(days({ interval: 'month', from: at('2006-11-01') })).toHaveLength(240)
    for (const from of ['2006-10-31', '0001-01-01'])
      expect(() => days({ interval: 'month', from: at(from) })).toThrow(/at most 240/)
  })

  test('need from before to, or before now', () => {
    for (const [from, to] of [
      ['2026-01-01', '2026-01-01'],
      ['2026-02-01', '2026-01-01'],
      ['2027-01-01', null],
    ] as const) {
      const args = { interval: 'month', from: at(from), to: to === null ? null : at(to) } as const
      expect(() => days(args), from).toThrow(/from takes an instant before/)
    }
  })
})
