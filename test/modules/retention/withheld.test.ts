import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countPurges } from '../../../src/metrics/purge-metrics.ts'
import { findWithheld, purgeExpired } from '../../../src/modules/retention/purge.writes.ts'
import { RetentionJob } from '../../../src/modules/retention/retention-job.ts'

import { testDatabase } from '../../support/database.ts'
import { DAY_MS, EACH, expiredRows, NONE, NOW } from './expired-rows.ts'

const database = testDatabase()
const { prisma } = database
const { pool } = database.serving
const { leave, left, storeUsage, usageLeft } = expiredRows(prisma)

beforeEach(async () => {
  await purgeExpired(pool, new Date('2100-01-01'), { isConfirmed: true })
})

test('a purge of too much in one go is withheld, table by table, until an operator confirms it', async () => {
  await leave(91)
  await storeUsage(401, 101)
  await storeUsage(399, 100)
  const { removed, withheld } = await purgeExpired(pool, NOW)
  const each = { most: 100, total: 201 }
  expect(withheld).toEqual([
    { table: 'key_usage', ...each },
    { table: 'grant_usage', ...each },
    { table: 'request_errors', ...each },
  ])
  // What has ended is removed however much it is.
  expect(removed).toMatchObject({ sessions: 1, idempotency_keys: 1, key_requests: 201 })
  expect(await usageLeft()).toEqual([201, 201, 201])
  expect(await findWithheld(pool, NOW)).toEqual(withheld)
  const confirmed = await purgeExpired(pool, NOW, { isConfirmed: true })
  expect(confirmed).toEqual({
    removed: { key_usage: 101, grant_usage: 101, request_errors: 201 },
    withheld: [],
  })
})

test('a purge of too much in one go is none where three quarters of the table stay', async () => {
  await storeUsage(401, 101)
  await storeUsage(1, 303)
  const { removed, withheld } = await purgeExpired(pool, NOW)
  expect([removed, withheld]).toEqual([
    { key_usage: 101, grant_usage: 101, request_errors: 101, key_requests: 101 },
    [],
  ])
})

test('a purge of too much in one go is logged and counted', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const registry = new Registry()
  const close = countPurges(registry)
  await storeUsage(401, 101)
  const job = new RetentionJob({ pool, log, now: async () => NOW })
  job.start()
  await job.stop()
  close()
  expect(lines.join('')).toMatch(/"level":50.*"table":"key_usage".*orangery purge/)
  expect(await registry.metrics()).toContain('orangery_purges_withheld_total{table="key_usage"} 1')
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
