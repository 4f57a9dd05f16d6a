import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/database/pool.ts'
import { createMemoryConcurrency } from '../../src/load/concurrency.ts'
import { HeavyWork } from '../../src/load/heavy-work.ts'
import { createRequestContext } from '../../src/load/request-context.ts'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { WorkerMetrics } from '../../src/metrics/worker-metrics.ts'
import { NoticeJob } from '../../src/modules/notices/notice-job.ts'
import { addressOf } from '../cli/address.ts'
import { testDatabase } from '../support/database.ts'
import { parseMetrics, type Samples, sumOf } from './parse-metrics.ts'

const database = testDatabase()
const metrics = createGatewayMetrics(() => 0)
const primary = new WorkerMetrics(() => 0)
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  pool = createPool(await addressOf(database), { onError: () => {}, poolSize: 1 })
})
afterAll(async () => {
  await pool.end()
  metrics.close()
})

const read = async () => parseMetrics(await metrics.registry.metrics())
const waits = async (wait: string) =>
  sumOf(await read(), 'orangery_wait_seconds_count', `wait="${wait}"`)

test('a wait is measured, and what need not wait is not for a slot', async () => {
  const slots = createMemoryConcurrency({ running: 1, waiting: 1, waitMs: 60_000 })
  const release = await slots.acquire('key')
  await slots.acquire('other')
  expect(await waits('slot')).toBe(0)
  const second = slots.acquire('key')
  release()
  await second
  expect(await waits('slot')).toBe(1)
})

test('a wait is measured, and what need not wait is not for a heavy turn', async () => {
  const work = new HeavyWork(() => 0)
  const contextOf = () => createRequestContext(undefined, '192.0.2.1', new Date())
  const first = await work.enter(contextOf())
  expect(await waits('heavy_turn')).toBe(0)
  const second = work.enter(contextOf())
  first.leave()
  ;(await second).leave()
  expect(await waits('heavy_turn')).toBe(1)
})

test('a wait is measured, and what need not wait is not for a connection, however it is asked for', async () => {
  const before = await waits('connection')
  const client = await pool.connect()
  expect(await waits('connection')).toBe(before)
  const statement = pool.query('SELECT 1')
  const connection = pool.connect().then((each) => each.release())
  client.release()
  await Promise.all([statement, connection])
  expect(await waits('connection')).toBe(before + 2)
})

const SUCCESS = 'orangery_job_last_success_timestamp_seconds'
const ofNotices = (samples: Samples, ...labels: string[]) =>
  sumOf(samples, 'orangery_job_runs_total', 'task="notices"', ...labels)
const log = pino({ level: 'silent' })

async function run(of: ConstructorParameters<typeof NoticeJob>[0]['database']) {
  const job = new NoticeJob({ database: of, log, now: async () => new Date() })
  job.start()
  await job.stop()
}

test('a job has its runs by result, and the instant of the last success, also in a primary', async () => {
  const ended = createPool(await addressOf(database), { onError: () => {} })
  await ended.end()
  await run({ pool: ended, prisma: database.prisma })
  for (const samples of [await read(), parseMetrics(await primary.read())]) {
    expect(ofNotices(samples, 'result="failed"')).toBe(1)
    expect(ofNotices(samples, 'result="succeeded"')).toBe(0)
    expect(sumOf(samples, SUCCESS)).toBe(0)
  }
  await run(database)
  for (const samples of [await read(), parseMetrics(await primary.read())]) {
    expect(ofNotices(samples, 'result="succeeded"')).toBe(1)
    const seconds = sumOf(samples, SUCCESS, 'task="notices"')
    expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(3_600)
  }
})
