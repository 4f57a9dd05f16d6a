import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import { type Counted, CountingProcesses } from './matrix.ts'

const TIERS = [100, 1_000, 5_000, 20_000]
// Ten times the limit where it is fast. The edge of the limit is crossed under load in any case.
const loadOf = (limit: number) => (limit > 1_000 ? 1.5 : 10) * limit

let redis: RedisServer

beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.kill())

// On a busy machine Redis can wait 50 ms for a processor. Processes then count by themselves, and the run
// says nothing about counting in Redis.
async function spendInRedis(processes: CountingProcesses, limit: number): Promise<Counted[]> {
  for (let run = 1; run <= 10; run++) {
    const counted = await processes.spend(`${limit}, run ${run}`, limit, loadOf(limit))
    if (counted.every(({ outages }) => outages === 0)) return counted
  }
  throw new Error('Redis did not answer in time in any of ten runs.')
}

describe.skipIf(!hasRedis).each([1, 2, 3])('%i processes (needs redis-server)', (count) => {
  let processes: CountingProcesses

  beforeAll(async () => {
    processes = await CountingProcesses.start(redis.url, count)
  })
  afterAll(async () => {
    processes.stop()
    await redis.command('FLUSHALL')
  })

  test.each(TIERS)('admit exactly %i of what is sent at once', {
    timeout: 120_000,
  }, async (limit) => {
    const counted = await spendInRedis(processes, limit)
    expect(counted.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(limit)
    const ends = counted.flatMap((each) => each.ends)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(1)
  })
})
