import { createHmac } from 'node:crypto'
import type { ClientContext, Redis, Result } from 'ioredis'
import { type Quota, type QuotaState, stateOf, WINDOW_SECONDS } from './quota.ts'

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext = { type: 'default' }> {
    countRequests(
      key: string,
      cost: number,
      seconds: number,
    ): Result<[count: number, left: number], Context>
  }
}

const PREFIX = 'orangery:quota'
const HASH_CHARACTERS = 22

// Redis runs the script atomically. A negative number is a refund. It is dropped if the window has ended, or if the
// current window is a later one: one with more than ARGV[2] seconds left.
const COUNT = `
  if tonumber(ARGV[1]) < 0 then
    local left = redis.call('pttl', KEYS[1])
    if left < 0 or left > 1000 * ARGV[2] then return {0, 0} end
    return {redis.call('incrby', KEYS[1], ARGV[1]), left}
  end
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  return {redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1])}`

/**
 * Counts in Redis, for all processes together. Redis measures the window, so it ends at the same instant for all
 * processes, independent of their clocks. Keys in Redis expire with their window. They are hashes of the subjects with
 * `hashKey`, so that Redis has no addresses and no emails. Rejects if Redis rejects.
 */
export function createRedisQuota(
  client: Redis,
  hashKey: string,
  windowSeconds = WINDOW_SECONDS,
): Quota {
  client.defineCommand('countRequests', { numberOfKeys: 1, lua: COUNT })
  const keyOf = (subject: string) => {
    const hash = createHmac('sha256', hashKey).update(subject).digest('base64url')
    return `${PREFIX}:${hash.slice(0, HASH_CHARACTERS)}`
  }
  // The latest end of the spent window, as seconds from now. The next window ends at least half a window after it.
  const latestEnd = (spent: QuotaState) =>
    Math.ceil((spent.resetAt.getTime() - Date.now()) / 1000 + windowSeconds / 2)
  return {
    async spend(subject, limit, cost = 1) {
      const [count, left] = await client.countRequests(keyOf(subject), cost, windowSeconds)
      return stateOf(limit, count, new Date(Date.now() + left))
    },
    async refund(subject, spent, cost = 1) {
      const seconds = latestEnd(spent)
      if (seconds > 0) await client.countRequests(keyOf(subject), -cost, seconds)
    },
  }
}
