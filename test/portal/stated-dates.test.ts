import { afterEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../support/test-table.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  // The next file's formatters are of its own zone.
  vi.resetModules()
})

/** The formatters in a browser of this zone. */
async function formatsIn(zone: string) {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('../../src/portal/words/format.ts')
}

const ZONES = [
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/London',
  'UTC',
]

describe.each(ZONES)('in %s', (zone) => {
  test.each([
    ['2026-03-01T00:00:00.000Z', '1 Mar 2026'],
    ['2026-01-01T00:00:00.000Z', '1 Jan 2026'],
    ['2024-02-29T00:00:00.000Z', '29 Feb 2024'],
    // The clocks change on these days.
    ['2026-03-08T00:00:00.000Z', '8 Mar 2026'],
    ['2026-10-25T00:00:00.000Z', '25 Oct 2026'],
    ['1066-10-14T00:00:00.000Z', '14 Oct 1066'],
  ])('the date alone of %s is %s', async (instant, date) => {
    const { formatStatedDate, formatStatedTime } = await formatsIn(zone)
    expect(formatStatedDate(instant)).toBe(date)
    expect(formatStatedTime(instant)).toBe(date)
  })
})

testTable([
  ['America/Los_Angeles', '2026-03-01T00:00:00.001Z', '28 Feb 2026', '28 Feb 2026, 16:00'],
  ['America/Los_Angeles', '2026-03-01T09:30:00.000Z', '1 Mar 2026', '1 Mar 2026, 01:30'],
  ['Asia/Kolkata', '2026-02-28T18:30:00.000Z', '1 Mar 2026', '1 Mar 2026, 00:00'],
  ['Asia/Kolkata', '2026-02-28T18:29:59.999Z', '28 Feb 2026', '28 Feb 2026, 23:59'],
])(
  'with a time, what a source states is shown in the zone of the reader',
  async (zone, instant, date, time) => {
    const { formatStatedDate, formatStatedTime } = await formatsIn(zone)
    expect(formatStatedDate(instant)).toBe(date)
    expect(formatStatedTime(instant)).toBe(time)
  },
)
