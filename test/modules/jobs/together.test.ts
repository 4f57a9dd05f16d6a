import { expect, test } from 'vitest'
import { together } from '../../../src/modules/jobs/together.ts'

test('items that come together, or while others are done, share a call, and one that fails fails alone', async () => {
  const calls: (readonly number[])[] = []
  const work = together<number, number>({
    all: async (items) => {
      calls.push(items)
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (items.includes(0)) throw new Error('zero')
      return items.map((item) => 10 * item)
    },
    alone: ([item]) => (item === 0 ? Promise.reject(new Error('zero')) : Promise.resolve([item])),
  })
  const first = [work(1), work(2)]
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  const later = [work(0), work(3)]
  expect(await Promise.all(first)).toEqual([10, 20])
  const [failed, done] = await Promise.allSettled(later)
  expect([failed?.status, done]).toEqual(['rejected', { status: 'fulfilled', value: 3 }])
  expect(calls).toEqual([
    [1, 2],
    [0, 3],
  ])
})
