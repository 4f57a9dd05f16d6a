import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseClock } from '../../../src/database/clock.ts'
import { purgeExpired } from '../../../src/modules/retention/purge.writes.ts'
import { RetentionJob } from '../../../src/modules/retention/retention-job.ts'

import { testDatabase } from '../../support/database.ts'
import { DAY_MS, EACH, expiredRows, NONE, NOW } from './expired-rows.ts'

const database = testDatabase()
const { prisma } = database
const { pool } = database.serving
const { leave, left } = expiredRows(prisma)

beforeEach(async () => {
  await purgeExpired(pool, new Date('2100-01-01'), { isConfirmed: true })
})

describe('the retention job', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })

  test('removes at the start and a day later, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const job = new RetentionJob({ pool, log, now: async () => NOW })
      await leave(91)
      job.start()
      await expectSoon(NONE)
      await leave(91)
      vi.advanceTimersByTime(DAY_MS - 1)
      expect(await left()).toEqual(EACH)
      vi.advanceTimersByTime(1)
      await expectSoon(NONE)
      await job.stop()
      await leave(91)
      vi.advanceTimersByTime(2 * DAY_MS)
      for (let look = 0; look < 20; look++) expect(await left()).toEqual(EACH)
    } finally {
      vi.useRealTimers()
    }
    expect(lines.filter((line) => line.includes('"removed":{"sessions":1'))).toHaveLength(2)
  })

  test('logs a failure and continues', async () => {
    lines.length = 0
    const failing = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('away'))
    const job = new RetentionJob({ pool, log, now: async () => NOW })
    job.start()
    await job.stop()
    failing.mockRestore()
    expect(lines.join('')).toMatch(/"level":40.*expired rows were not removed/)
  })
})

// Not by the clock that is held still: each look is a statement, which takes its time.
async function expectSoon(expected: object): Promise<void> {
  let seen = {}
  for (let look = 0; look < 200; look++) {
    seen = await left()
    if (JSON.stringify(seen) === JSON.stringify(expected)) return
  }
  expect(seen).toEqual(expected)
}

test('the clock of a machine that is a year ahead removes nothing', async () => {
  await leave(-1)
  await prisma.session.updateMany({ data: { activeAt: NOW } })
  const log = pino({ level: 'silent' })
  vi.useFakeTimers({ toFake: ['Date'], now: NOW.getTime() + 900 * DAY_MS })
  try {
    const job = new RetentionJob({ pool, log, now: databaseClock(pool) })
    job.start()
    await job.stop()
  } finally {
    vi.useRealTimers()
  }
  expect(await left()).toEqual(EACH)
})
