import { afterEach, expect, vi } from 'vitest'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  // The next file's formatters are of its own zone.
  vi.resetModules()
})

async function formatsIn(zone: string) {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('../../src/portal/words/format.ts')
}

testTable(words('America/Los_Angeles Pacific/Kiritimati Pacific/Pago_Pago Europe/London UTC'))(
  'a date alone is the same day in every zone',
  async (zone) => {
    const { formatStatedDate, formatStatedTime } = await formatsIn(zone)
    for (const [instant, date] of [
      ['2024-02-29T00:00:00.000Z', '29 Feb 2024'],
      // The clocks change on these days.
      ['2026-03-08T00:00:00.000Z', '8 Mar 2026'],
      ['2026-10-25T00:00:00.000Z', '25 Oct 2026'],
      ['1066-10-14T00:00:00.000Z', '14 Oct 1066'],
    ] as const)
      expect([formatStatedDate(instant), formatStatedTime(instant)]).toEqual([date, date])
  },
)
