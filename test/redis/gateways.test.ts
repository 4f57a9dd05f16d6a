import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFieldLimits } from '../../src/graphql/field-limits.ts'
import { createMemoryQuota, type Quota } from '../../src/load/quota.ts'
import { testDatabase } from '../support/database.ts'
import { type TestGateway, testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, readerOf } from '../support/portfolio.ts'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import { closeAll, openRedis } from './open.ts'

function gatewayWithQuota(): { readonly gateway: TestGateway; use(quota: Quota): void } {
  let current = createMemoryQuota()
  const quota: Quota = {
    spend: (...given) => current.spend(...given),
    refund: (...given) => current.refund(...given),
  }
  const config = { trustProxy: true }
  const gateway = testGateway({ database, quota, fieldLimits: createFieldLimits(quota), config })
  return {
    gateway,
    use: (opened) => {
      current = opened
    },
  }
}

type Gateway = ReturnType<typeof gatewayWithQuota>

const database = testDatabase()
const gateways = [gatewayWithQuota(), gatewayWithQuota(), gatewayWithQuota()]
let redis: RedisServer

beforeAll(async () => {
  if (!hasRedis) return
  redis = await RedisServer.start()
  for (const { use } of gateways) use((await openRedis(redis.url, 3)).quota)
})
afterAll(async () => {
  closeAll()
  await redis?.kill()
})

// Fewer for each gateway than the slots of a caller.
const AT_ONCE = 15 * gateways.length

/** Sends each request to the next gateway, many at once, and counts the statuses. */
async function statuses(
  times: number,
  send: (gateway: TestGateway, index: number) => Promise<{ readonly status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let first = 0; first < times; first += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, times - first) }, (_, i) => first + i)
    const sent = indexes.map((i) => send((gateways[i % gateways.length] as Gateway).gateway, i))
    for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

describe.skipIf(!hasRedis)('three gateways with one Redis (needs redis-server)', () => {
  test('count the requests of a key together, over REST and GraphQL', async () => {
    const { secret: key } = await keyWith(database, { environment: 'sandbox' })
    const seen = await statuses(300, (gateway, i) =>
      i % 2
        ? gateway.request('/api/v1/me', { key })
        : gateway.graphql('{ viewer { id } }', { key }),
    )
    expect(seen).toEqual({ 200: 100, 429: 200 })
  })

  test('serve every request while Redis is away', async () => {
    const client = await clientWith(database, [])
    const { secret: key } = await readerOf(database, client)
    redis.signal('SIGSTOP')
    const seen = await statuses(90, (gateway) =>
      gateway.request(`/api/v1/assets?client_id=${client}`, { key }),
    )
    redis.signal('SIGCONT')
    expect(seen).toEqual({ 200: 90 })
  })
})
