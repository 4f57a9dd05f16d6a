import { describe, expect, test } from 'vitest'
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
  end: () => void = () => {}

  constructor() {
    this.ended = new Promise<void>((resolve) => {
      this.end = resolve
    })
    this.metrics.close()
  }

  count(requests: number): void {
    for (let i = 0; i < requests; i++) this.metrics.countUnparsed(400)
  }

  measure(): void {
    this.asked++
    if (!this.isFrozen) void this.answer()
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

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

describe('the metrics of workers', () => {
  test('are summed', async () => {
    const { metrics, workers } = workersOf(3)
    for (const [index, worker] of workers.entries()) worker.count(index + 1)
    const samples = parseMetrics(await metrics.read())
    expect(sumOf(samples, 'orangery_http_requests_total')).toBe(6)
    expect(samples.get('orangery_workers{state="answering"}')).toBe(3)
    expect(samples.get('orangery_worker_restarts_total{}')).toBe(0)
  })

  test('do not fall when a worker ends, also after many have ended', async () => {
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

  test('have what a worker sends at its end', async () => {
    const { workers, requests } = workersOf(2)
    expect(await requests()).toBe(0)
    const [first] = workers
    first?.count(4)
    await first?.answer()
    first?.end()
    await first?.ended
    expect(await requests()).toBe(4)
  })

  test('wait a second for a frozen worker, once, and keep its counts', async () => {
    const { metrics, workers, requests } = workersOf(2)
    const [frozen, other] = workers
    frozen?.count(3)
    expect(await requests()).toBe(3)
    if (frozen) frozen.isFrozen = true
    other?.count(2)
    let found = 0
    const first = await timed(async () => {
      found = await requests()
    })
    expect(found).toBe(5)
    expect(first).toBeGreaterThan(900)
    expect(first).toBeLessThan(2_000)
    const samples = parseMetrics(await metrics.read())
    expect(samples.get('orangery_workers{state="silent"}')).toBe(1)
    const asked = frozen?.asked
    expect(await timed(requests)).toBeLessThan(500)
    // Questions that nobody reads do not pile up.
    expect(frozen?.asked).toBe(asked)
  })

  test('have a worker again that goes on', async () => {
    const { workers, requests } = workersOf(1)
    const [worker] = workers
    if (!worker) throw new Error('no worker')
    worker.isFrozen = true
    await requests()
    worker.isFrozen = false
    await worker.answer()
    worker.count(2)
    expect(await requests()).toBe(2)
  })

  test('do not wait for a worker that ends meanwhile', async () => {
    const { workers, requests } = workersOf(1)
    const [worker] = workers
    if (worker) worker.isFrozen = true
    setTimeout(() => worker?.end(), 50)
    expect(await timed(requests)).toBeLessThan(800)
  })

  test('have no gauge of a worker that is silent', async () => {
    const { metrics, workers } = workersOf(1)
    const [worker] = workers
    const memory = 'orangery_process_resident_memory_bytes{}'
    const both = parseMetrics(await metrics.read()).get(memory) ?? 0
    if (worker) worker.isFrozen = true
    const alone = parseMetrics(await metrics.read()).get(memory) ?? 0
    expect(alone).toBeLessThan(0.8 * both)
  })
})
