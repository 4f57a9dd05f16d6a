import { syncBuiltinESMExports } from 'node:module'
import timers, { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { createTracing } from '../../src/tracing/tracing.ts'
import { type TestGateway, testGateway } from '../support/gateway.ts'
import { startCollector } from './collector.ts'

const gone = await startCollector()
gone.close()
const silent = await startCollector()
silent.answer = 'nothing'
const refusing = await startCollector()
refusing.answer = 400
const log: string[] = []
const logger = pino({}, { write: (line: string) => void log.push(line) })
const tracingTo = ({ endpoint }: { readonly endpoint: string }, ratio = 1) => {
  const headers = { Authorization: 'Bearer collector-secret' }
  return createTracing({ endpoint, headers, serviceName: 'x', ratio }, logger)
}
const ask = async (gateway: TestGateway, i: number) => {
  const headers = { 'X-Forwarded-For': `10.3.${i >> 8}.${i & 255}` }
  return (await gateway.request('/api/v1/me', { headers })).status
}
const config = { trustProxy: true, cacheMb: 0 }

afterAll(() => {
  silent.close()
  refusing.close()
})

describe.each([
  ['gone', gone],
  ['silent', silent],
  ['refusing', refusing],
] as const)('a collector that is %s', (_, collector) => {
  const tracing = tracingTo(collector)
  const gateway = testGateway({ tracing, config })

  test('delays and fails no request, and is not waited for at the end', async () => {
    // More than one batch of spans.
    for (let i = 0; i < 300; i += 10) {
      const each = Array.from({ length: 10 }, (_, j) => ask(gateway, i + j))
      expect(new Set(await Promise.all(each))).toEqual(new Set([401]))
    }
    const limit = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
    syncBuiltinESMExports()
    await tracing.close()
    expect(limit).toHaveBeenCalledExactlyOnceWith(1_000)
    limit.mockRestore()
    syncBuiltinESMExports()
  })
})

test('the log says once that nothing is exported, without the address, the header or the answer', async () => {
  await expect.poll(() => log.length).toBeGreaterThan(0)
  const lines = log.map((line) => JSON.parse(line))
  const reasons = lines.map(({ reason, msg }) => [msg, reason])
  expect(reasons).toContainEqual(['traces not exported', 400])
  expect(reasons.filter(([, reason]) => reason === 400)).toHaveLength(1)
  expect(log.join('')).not.toMatch(/collector-secret|127\.0\.0\.1|v1\/traces/)
})

const tracing = tracingTo(silent)
const quota = createMemoryQuota()
const traced = tracing.traceQuota(quota)
const gateway = testGateway({
  tracing,
  config,
  quota: {
    ...quota,
    spend: async (subject, limit) => {
      for (let i = 0; i < 100; i++) await traced.spend(subject, limit, 0)
      return quota.spend(subject, limit)
    },
  },
})

test('more spans than the queue takes are dropped', async () => {
  silent.spans.length = 0
  for (let i = 0; i < 80; i++) expect(await ask(gateway, i)).toBe(401)
  silent.answer = 200
  // One batch was under way, and so many waited.
  const all = 512 + 2_048
  await expect.poll(() => silent.spans.length).toBeGreaterThanOrEqual(all)
  await sleep(500)
  expect(silent.spans.length).toBe(all)
  await tracing.close()
  silent.answer = 'nothing'
})

describe('with a ratio of 0', () => {
  const tracing = tracingTo(silent, 0)
  const gateway = testGateway({ tracing, config })

  test('nothing is traced, though the caller asks for it', async () => {
    const before = silent.spans.length
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await gateway.request('/api/v1/me', { headers: { traceparent } })
    await sleep(50)
    await tracing.close()
    expect(silent.spans.length).toBe(before)
  })
})
