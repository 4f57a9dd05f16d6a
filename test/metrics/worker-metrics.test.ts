import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createGatewayMetrics } from '../../src/metrics/gateway-metrics.ts'
import { type Snapshot, takeSnapshot } from '../../src/metrics/snapshot.ts'
import { type MeasuredWorker, WorkerMetrics } from '../../src/metrics/worker-metrics.ts'
import { parseMetrics, sumOf } from './parse-metrics.ts'

/** A worker without a process: it counts, answers and ends when the test says so. */
class FakeWorker implements MeasuredWorker {
  readonly ended: Promise<unknown>
  readonly metrics = createGatewayMetrics(() => 0)
  onMeasured: (snapshot: Snapshot) => void = () => {}
  isFrozen = false
  asked = 0
  answered = Promise.resolve()
  end: () => void = () => {}

  constructor() {
    this.ended = new Promise<void>((resolve) => {
      this.end = resolve
    })
    this.metrics.close()
  }

  count(requests: number): void {
    for (let i = 0; i < requests; i++)
      this.metrics.countUnparsed({ status: 400, code: 'malformed_request' })
  }

  measure(): void {
    this.asked++
    if (!this.isFrozen) this.answered = this.answer()
  }

  async answer(): Promise<void> {
    // As the channel between processes does it.
    this.onMeasured(JSON.parse(JSON.stringify(await takeSnapshot(this.metrics.registry))))
  }
}

function workersOf(count: number) {
  const metrics = new WorkerMetrics(() => 0)
  const workers = Array.from({ length: count }, () => new FakeWorker())
  for (const worker of workers) metrics.add(worker)
  const requests = async () =>
    sumOf(parseMetrics(await metrics.read()), 'orangery_http_requests_total')
  return { metrics, workers, requests }
}

// A deadline passes where a test says so. A read that ends without that has not waited for it.
const deadline = vi.spyOn(timers, 'setTimeout')
let passDeadline = () => {}
beforeAll(syncBuiltinESMExports)
beforeEach(() => {
  const wait = () =>
    new Promise((resolve) => {
      passDeadline = () => resolve(undefined)
    })
  deadline.mockReset().mockImplementation(wait)
})
afterAll(() => {
  deadline.mockRestore()
  syncBuiltinESMExports()
})

const afterDeadline = <Read>(reading: Promise<Read>) => {
  passDeadline()
  return reading
}

test('the metrics of workers do not fall when a worker ends, also after many have ended', async () => {
  const { metrics, workers, requests } = workersOf(2)
  let expected = 0
  for (let i = 0; i < 10; i++) {
    const worker = workers[i % 2] ?? new FakeWorker()
    worker.count(5)
    expected += 5
    expect(await requests()).toBe(expected)
    worker.end()
    const next = new FakeWorker()
    workers[i % 2] = next
    metrics.add(next)
    expect(await requests()).toBe(expected)
  }
})

test('the metrics of workers have what a worker sends at its end', async () => {
  const { workers, requests } = workersOf(2)
  expect(await requests()).toBe(0)
  const [first] = workers
  first?.count(4)
  await first?.answer()
  first?.end()
  await first?.ended
  expect(await requests()).toBe(4)
})

test('the metrics of workers wait a second for a frozen worker, once, and keep its counts', async () => {
  const { metrics, workers, requests } = workersOf(2)
  const [frozen, other] = workers
  frozen?.count(3)
  expect(await requests()).toBe(3)
  if (frozen) frozen.isFrozen = true
  other?.count(2)
  deadline.mockClear()
  const reading = requests()
  await other?.answered
  passDeadline()
  expect(await reading).toBe(5)
  expect(deadline).toHaveBeenCalledExactlyOnceWith(1_000, undefined, expect.anything())
  const samples = parseMetrics(await metrics.read())
  expect(samples.get('orangery_workers{state="silent"}')).toBe(1)
  const asked = frozen?.asked
  expect(await requests()).toBe(5)
  // Questions that nobody reads do not pile up.
  expect(frozen?.asked).toBe(asked)
})

test('the metrics of workers have a worker again that goes on', async () => {
  const { workers, requests } = workersOf(1)
  const [worker] = workers
  if (!worker) throw new Error('no worker')
  worker.isFrozen = true
  await afterDeadline(requests())
  worker.isFrozen = false
  await worker.answer()
  worker.count(2)
  expect(await requests()).toBe(2)
})

test('the metrics of workers do not wait for a worker that ends meanwhile', async () => {
  const { workers, requests } = workersOf(1)
  const [worker] = workers
  if (worker) worker.isFrozen = true
  const reading = requests()
  worker?.end()
  expect(await reading).toBe(0)
})

test('the metrics of workers have no gauge of a worker that is silent', async () => {
  const { metrics, workers } = workersOf(1)
  const [worker] = workers
  const memory = 'orangery_process_resident_memory_bytes{}'
  const both = parseMetrics(await metrics.read()).get(memory) ?? 0
  if (worker) worker.isFrozen = true
  const alone = parseMetrics(await afterDeadline(metrics.read())).get(memory) ?? 0
  expect(alone).toBeLessThan(0.8 * both)
})
