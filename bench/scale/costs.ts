import { join } from 'node:path'
import type { BenchRequest } from '../contenders/request.ts'
import { type RunningServer, startServer } from '../contenders/server.ts'
import { applyLoad } from '../load/load.ts'
import { ROOT } from '../paths.ts'
import type { ScaleDatabase } from './database.ts'
import type { OwnRedis, RedisCounts } from './own-redis.ts'
import { cpuPerRequest, readUsedCpu } from './used-cpu.ts'

/** The cost of one slice of load, per request. Processor times are in milliseconds. */
export interface Cost {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly gatewayCpu: number
  readonly databaseCpu: number
  readonly redisCpu: number
  readonly redisCalls: number
  readonly redisCommands: number
  readonly redisBytesIn: number
  readonly redisBytesOut: number
  /** During the load, of the whole gateway. */
  readonly databaseConnections: number
  readonly redisConnections: number
}

/** A gateway under measurement, with its own Redis. */
export interface Measured {
  readonly database: ScaleDatabase
  readonly redis: OwnRedis
  readonly server: RunningServer
}

// A new process compiles its code while it serves: its first thousands of requests cost several times as much.
const WARM_REQUESTS = 6_000
const WARM_MS = 20_000

/** Starts a gateway with so many workers that counts in this Redis. */
export function startGateway(
  { url }: ScaleDatabase,
  redis: OwnRedis,
  workers: number,
  cacheMb: string,
  folder: string,
): Promise<RunningServer> {
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    WEB_CONCURRENCY: String(workers),
    CACHE_MB: cacheMb,
    LOG_LEVEL: 'warn',
  }
  const command = [process.execPath, join(ROOT, 'bin/orangery.js'), 'serve'] as const
  const plan = { name: 'orangery', command, environment, ready: '/readyz' }
  return startServer(plan, folder, new AbortController().signal)
}

/** Loads a gateway until its workers are warm; on a slow machine for at most 20 seconds. */
export async function warmUp(
  { url }: RunningServer,
  requests: readonly BenchRequest[],
  workers: number,
): Promise<void> {
  const end = performance.now() + WARM_MS
  for (let sent = 0; sent < WARM_REQUESTS * workers && performance.now() < end; ) {
    const { responses } = await applyLoad({ url, requests, connections: 16, seconds: 2 })
    sent += responses
  }
}

/** Loads a gateway for some seconds, and divides what was used by the number of requests. */
export async function measureCost(
  measured: Measured,
  requests: readonly BenchRequest[],
  seconds: number,
): Promise<Cost> {
  const load = { url: measured.server.url, requests, connections: 16, seconds }
  const before = await readUse(measured)
  const { perSecond, p50, p99, responses } = await applyLoad(load)
  const after = await readUse(measured)
  const each = (name: keyof RedisCounts) => (after.redis[name] - before.redis[name]) / responses
  return {
    perSecond,
    p50,
    p99,
    ...cpuPerRequest(before.cpu, after.cpu, responses),
    redisCpu: each('cpuSeconds') * 1000,
    redisCalls: each('calls'),
    redisCommands: each('commands'),
    redisBytesIn: each('bytesIn'),
    redisBytesOut: each('bytesOut'),
    databaseConnections: after.cpu.connections,
    redisConnections: after.redis.clients,
  }
}

async function readUse({ database, redis, server }: Measured) {
  return { redis: await redis.counts(), cpu: await readUsedCpu(database, server) }
}
