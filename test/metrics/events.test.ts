import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/database/pool.ts'
import { RequestContext } from '../../src/load/request-context.ts'
import { Concurrency } from '../../src/load/waiting/concurrency.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'
import { measured } from '../../src/measured.ts'
import { measureJobs } from '../../src/metrics/event-metrics.ts'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { watching } from '../../src/metrics/watch.ts'
import { WorkerMetrics } from '../../src/metrics/worker-metrics.ts'
import { addMail } from '../../src/modules/mails/mail.writes.ts'
import { MAIL_WRITERS } from '../../src/modules/notices/mail-writers.ts'
import { noticeJob } from '../../src/modules/notices/notice-job.ts'
import { ATTEMPT_RESULTS } from '../../src/modules/webhooks/attempt.ts'
import { addressOf } from '../cli/address.ts'
import { testDatabase } from '../support/database.ts'
import { sendDue } from '../support/mails.ts'
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
  const slots = new Concurrency({ running: 1, waiting: 1, waitMs: 60_000 })
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
  const contextOf = () => new RequestContext(undefined, '192.0.2.1', new Date())
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

async function run(of: Parameters<typeof noticeJob>[0]['database']) {
  const job = noticeJob({ database: of, log, now: async () => new Date() })
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
    // The alarm of a job that never succeeds counts from its start.
    expect(Date.now() / 1000 - sumOf(samples, SUCCESS)).toBeLessThan(3_600)
  }
  await run(database)
  for (const samples of [await read(), parseMetrics(await primary.read())]) {
    expect(ofNotices(samples, 'result="succeeded"')).toBe(1)
    const seconds = sumOf(samples, SUCCESS, 'task="notices"')
    expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(3_600)
  }
})

test('attempts are counted by result, pauses are counted, and the lag is that of the oldest entry', async () => {
  const registry = new Registry()
  const close = measureJobs(registry)
  measured.emit('webhookAttempt', 'delivered')
  measured.emit('webhookAttempt', 'delivered')
  measured.emit('webhookAttempt', 'timeout')
  measured.emit('webhookPaused')
  measured.emit('oldestItem', 'webhooks', new Date(Date.now() - 90_000))
  const lag = sumOf(parseMetrics(await registry.metrics()), 'orangery_webhook_lag_seconds')
  expect(Math.abs(lag - 90)).toBeLessThan(60)
  measured.emit('oldestItem', 'webhooks', null)
  const text = await registry.metrics()
  for (const line of [
    'orangery_webhook_attempts_total{result="delivered"} 2',
    'orangery_webhook_attempts_total{result="timeout"} 1',
    'orangery_webhook_attempts_total{result="tls"} 0',
    'orangery_webhook_lag_seconds 0',
    'orangery_webhook_pauses_total 1',
  ])
    expect(text.split('\n')).toContain(line)
  expect(ATTEMPT_RESULTS).not.toContain('waiting')
  close()
  measured.emit('webhookAttempt', 'delivered')
  expect(await registry.metrics()).toBe(text)
})

const { prisma } = database

test('the tries of mails are counted by outcome, until the counting ends', async () => {
  const registry = new Registry()
  const close = measureJobs(registry)
  let clock = Date.now()
  const mail = { kind: 'notice', email: 'ada@example.com', firmId: null, about: {} } as const
  const add = () => prisma.$transaction((tx) => addMail(tx, mail, new Date(clock)))
  let fails = true
  const writers = {
    ...MAIL_WRITERS,
    notice: async () => ({ to: 'ada@example.com', subject: 'Hello', text: 'Hello' }),
  }
  const mailer = {
    urlOf: (path: string) => path,
    async send() {
      if (fails) throw new Error('no queue')
    },
  }
  const post = { prisma, mailer, writers, now: async () => new Date(clock) }
  const send = () => sendDue(database.pool, post)
  await add()
  await send()
  fails = false
  clock += 60_000
  await send()
  const samples = parseMetrics(await registry.metrics())
  const counted = ['sent', 'failed', 'given_up', 'dropped'].map((outcome) =>
    sumOf(samples, 'orangery_mails_total', `outcome="${outcome}"`),
  )
  expect(counted).toEqual([1, 1, 0, 0])
  close()
  await add()
  await send()
  expect(parseMetrics(await registry.metrics())).toEqual(samples)
})

test('a gauge that has no value is left out: without Redis it is not said to be out', async () => {
  const registry = new Registry()
  watching(registry).gauge('orangery_redis_in_use', 'One.', () => [])
  expect(await registry.metrics()).not.toMatch(/^orangery/m)
})
