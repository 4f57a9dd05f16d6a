import { expect, test } from 'vitest'
import { RunningWork } from '../../../src/modules/jobs/running-work.ts'

function work() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { done, end: () => end() }
}

test('work under an id that is added again is still running when the earlier work has ended', async () => {
  const running = new RunningWork(1)
  const [first, second] = [work(), work()]
  running.add('mail', first.done)
  running.add('mail', second.done)
  first.end()
  await first.done
  await new Promise(setImmediate)
  expect(running.has('mail')).toBe(true)
  second.end()
  await running.waitForRoom()
  expect(running.has('mail')).toBe(false)
})

test('the end waits for work that has begun', async () => {
  const running = new RunningWork(2)
  const begun = work()
  let isOver = false
  running.add('a', begun.done)
  const end = running.end(Promise.resolve()).then(() => {
    isOver = true
  })
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  begun.end()
  await end
  expect(running.has('a')).toBe(false)
})
