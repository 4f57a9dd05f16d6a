import type { Redis } from 'ioredis'
import { advice, type Found, problem, sound } from './finding.ts'

const MAX_MS = 50
const FULL = 0.9

/** Examines the Redis at this address: whether it answers in time, and does not evict counters. */
export async function examineRedis(url: string): Promise<Found> {
  const redis = await openRedis(url)
  try {
    await redis.connect()
    const before = performance.now()
    await redis.ping()
    const ms = Math.round(performance.now() - before)
    const found = `answers in ${ms} ms`
    if (ms <= MAX_MS) return judgeMemory(found, await readMemory(redis))
    return problem(
      found,
      'Use a Redis on a nearer machine: until it answers in time, each process counts by itself.',
    )
  } catch {
    // Not the message of the error: it could have the address, with the password.
    const remedy = 'Check REDIS_URL and the server. Until then each process counts by itself.'
    return problem('does not answer', remedy)
  } finally {
    redis.disconnect()
  }
}

async function openRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 }
  const limits = { connectTimeout: 2_000, commandTimeout: 2_000 }
  // No ready check: it would print a warning if INFO is not allowed.
  const redis = new Redis(url, { ...once, ...limits, enableReadyCheck: false })
  // The failed command reports the same error.
  return redis.on('error', () => {})
}

function judgeMemory(
  answers: string,
  { policy, max, used }: Awaited<ReturnType<typeof readMemory>>,
): Found {
  if (policy === undefined || max === undefined || used === undefined)
    return advice(
      `${answers}; its memory settings could not be read`,
      'Check that its maxmemory-policy is noeviction, or let the user of REDIS_URL read it (ACL +info).',
    )
  const found = `${answers}; maxmemory-policy is ${policy}`
  if (policy !== 'noeviction')
    return advice(
      found,
      'Set maxmemory-policy to noeviction: a counter that is evicted gives its caller a new window.',
    )
  if (max === 0 || used < max * FULL) return sound(found)
  return problem(
    `${found}, and ${Math.round((used / max) * 100)}% of maxmemory is used`,
    'Raise maxmemory, or give the gateway a Redis of its own: on a full one each process counts by itself.',
  )
}

// The memory settings and memory use in bytes; of the greatest, 0: unlimited. INFO may not be allowed, on a managed server or for a user with few rights.
async function readMemory(redis: Redis) {
  const info = await redis.info('memory').catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.name === 'ReplyError') return ''
    throw thrown
  })
  const lines = [...info.matchAll(/^(\w+):(.*)/gm)]
  const entries = new Map(lines.map(([, name, value]) => [name, value] as const))
  const bytes = (name: string) => (entries.has(name) ? Number(entries.get(name)) : undefined)
  const policy = entries.get('maxmemory_policy')
  return { policy, max: bytes('maxmemory'), used: bytes('used_memory') }
}
