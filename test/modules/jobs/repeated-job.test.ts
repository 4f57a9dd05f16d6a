import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { measured } from '../../../src/measured.ts'
import { RepeatedJob } from '../../../src/modules/jobs/repeated-job.ts'
import { RunningWork } from '../../../src/modules/jobs/running-work.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A job that pauses for a second, and its log. */
function jobOf(run: () => Promise<boolean>) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const job = new RepeatedJob({ name: 'mails', log, failure: 'not read', pauseMs: 1_000, run })
  return { job, lines }
}

describe('a repeated job', () => {
  test('pauses after a run, but not where there is more to do', async () => {
    let [runs, more] = [0, 3]
    const { job } = jobOf(async () => ++runs < more)
    job.start()
    await pass(0)
    expect(runs).toBe(3)
    await pass(999)
    expect(runs).toBe(3)
    more = 0
    await pass(1)
    expect(runs).toBe(4)
    job.wake()
    await pass(0)
    expect(runs).toBe(5)
    await job.stop()
  })

  test('tries again five seconds after a failure, and logs each outage once', async () => {
    const results: string[] = []
    const note = (_job: string, result: string) => results.push(result)
    measured.on('job', note)
    let isGone = true
    const { job, lines } = jobOf(async () => {
      if (isGone) throw new Error('gone')
      return false
    })
    job.start()
    await pass(14_999)
    expect([results, lines]).toEqual([Array(3).fill('failed'), ['not read']])
    isGone = false
    await pass(1_001)
    isGone = true
    await pass(1_000)
    expect(lines).toEqual(['not read', 'not read'])
    measured.off('job', note)
    await job.stop()
    expect(results).toContain('succeeded')
  })

  test('ends in its pause, or after the run that has begun', async () => {
    let end = () => {}
    let runs = 0
    const { job } = jobOf(() => {
      runs++
      return new Promise((resolve) => {
        end = () => resolve(true)
      })
    })
    job.start()
    await pass(0)
    let isStopped = false
    const stopped = job.stop().then(() => {
      isStopped = true
    })
    await pass(60_000)
    expect([isStopped, job.isStopping]).toEqual([false, true])
    end()
    await stopped
    expect(runs).toBe(1)
    const idle = jobOf(async () => false).job
    idle.start()
    await pass(10)
    await idle.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('running work', () => {
  test('has room for so many, and knows what runs', async () => {
    const work = new RunningWork(2)
    const ends: (() => void)[] = []
    for (const id of ['a', 'b']) work.add(id, new Promise((resolve) => ends.push(resolve)))
    let hasRoom = false
    const waited = work.waitForRoom().then(() => {
      hasRoom = true
    })
    await pass(0)
    expect([hasRoom, work.has('a')]).toEqual([false, true])
    ends[0]?.()
    await waited
    expect([work.has('a'), work.has('b')]).toEqual([false, true])
  })

  test('is aborted three seconds after a stop', async () => {
    const work = new RunningWork(2)
    const { signal } = work
    work.add('a', new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
    const ended = work.end(Promise.resolve())
    await pass(2_999)
    expect(signal.aborted).toBe(false)
    await pass(1)
    await ended
    expect([signal.aborted, vi.getTimerCount()]).toEqual([true, 0])
  })
})
