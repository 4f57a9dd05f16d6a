import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RestartDelay, WorkerPool } from '../../src/serve/worker-pool.ts'
import type { RunningWorker, StopOrder } from '../../src/serve/worker-process.ts'

/** A worker without a process: it listens, fails and ends when the test says so. */
class FakeWorker implements RunningWorker {
  readonly pid: number
  readonly listening: Promise<number>
  readonly ended: Promise<{ code: number | null; signal: string | null }>
  order: StopOrder | undefined
  listen = () => {}
  fail = () => {}
  end = () => {}

  constructor(pid: number) {
    this.pid = pid
    this.ended = new Promise((resolve) => {
      this.end = () => resolve({ code: 1, signal: null })
    })
    this.listening = new Promise((resolve, reject) => {
      this.listen = () => resolve(4000)
      this.fail = () => reject(new Error('not started'))
    })
    this.listening.catch(() => {})
  }

  async stop(order: StopOrder): Promise<void> {
    this.order = order
    await this.ended
  }

  kill = () => this.end()
}

function poolOf(workers: number) {
  const forked: FakeWorker[] = []
  const fork = () => {
    const worker = new FakeWorker(forked.length + 1)
    forked.push(worker)
    return worker
  }
  const log = pino({ level: 'silent' })
  return { forked, pool: new WorkerPool({ workers, fork, log, drainGraceMs: 7 }) }
}

async function startedPool(workers: number) {
  const { forked, pool } = poolOf(workers)
  const started = pool.start()
  for (const worker of forked) worker.listen()
  expect(await started).toBe(4000)
  return { forked, pool }
}

const settled = () => sleep(5)

/** Lets something happen, and waits for what follows. */
async function after(happens: (() => void) | undefined): Promise<void> {
  happens?.()
  await settled()
}

const replaced = { graceMs: 7, isReplaced: true }

test('a rolling restart stops a worker only when its successor listens, one after another', async () => {
  const { forked, pool } = await startedPool(2)
  await after(() => pool.requestRoll())
  expect(forked.map(({ order }) => order)).toEqual([undefined, undefined, undefined])
  await after(forked[2]?.listen)
  expect(forked.map(({ order }) => order)).toEqual([replaced, undefined, undefined])
  await after(forked[0]?.end)
  await after(forked[3]?.listen)
  expect(forked.map(({ order }) => order)).toEqual([replaced, replaced, undefined, undefined])
  await after(forked[1]?.end)
  expect(forked).toHaveLength(4)
})

test('a rolling restart whose new worker does not start leaves the others as they are', async () => {
  const { forked, pool } = await startedPool(2)
  await after(() => pool.requestRoll())
  forked[2]?.fail()
  await after(forked[2]?.end)
  expect(forked).toHaveLength(3)
  expect(forked.some(({ order }) => order)).toBe(false)
  await after(() => pool.requestRoll())
  expect(forked).toHaveLength(4)
})

test('a worker that ends by itself is followed by another, again and again', async () => {
  const { forked } = await startedPool(1)
  forked[0]?.end()
  await expect.poll(() => forked.length).toBe(2)
  forked[1]?.fail()
  forked[1]?.end()
  await expect.poll(() => forked.length).toBe(3)
  await after(forked[2]?.listen)
  forked[2]?.end()
  await expect.poll(() => forked.length).toBe(4)
})

test('a worker that starts while all are stopped is stopped as well, and none follows', async () => {
  const { forked, pool } = await startedPool(2)
  await after(() => pool.requestRoll())
  const order = { graceMs: 3, isReplaced: false }
  const stopped = pool.stop(order)
  await settled()
  expect(forked.map((worker) => worker.order)).toEqual([order, order, order])
  for (const worker of forked) worker.end()
  await stopped
  await sleep(300)
  expect(forked).toHaveLength(3)
})

test('the delay of a restart grows to ten seconds, and a long life resets it', () => {
  const delay = new RestartDelay()
  const delays = Array.from({ length: 9 }, () => delay.after(1_000))
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
  expect(delay.after(30_000)).toBe(100)
  expect(delay.after(0)).toBe(200)
})
