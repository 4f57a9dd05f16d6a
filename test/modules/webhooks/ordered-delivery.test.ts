import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deliverInOrder } from '../../../src/modules/webhooks/ordered-delivery.ts'

const ENTRIES = Array.from({ length: 12 }, (_, id) => ({ id, clientId: `client ${id % 4}` }))
const LIMITS = { parallel: 3, mayStart: () => true }

test('at most as many run as are allowed, one for each client, in order', async () => {
  const running = new Set<string>()
  const order: number[] = []
  let most = 0
  const delivered = await deliverInOrder(
    ENTRIES,
    async ({ id, clientId }) => {
      expect(running).not.toContain(clientId)
      running.add(clientId)
      most = Math.max(most, running.size)
      for (let round = 0; round < 1 + (id % 3); round++) await nextRound()
      running.delete(clientId)
      order.push(id)
      return true
    },
    LIMITS,
  )
  expect([delivered.size, most]).toEqual([12, 3])
  for (let client = 0; client < 4; client++)
    expect(order.filter((id) => id % 4 === client)).toEqual([client, client + 4, client + 8])
})

test('after a failure nothing more is started', async () => {
  const begun: number[] = []
  const delivered = await deliverInOrder(
    ENTRIES,
    async ({ id }) => {
      begun.push(id)
      if (id !== 1) await nextRound()
      return id !== 1
    },
    LIMITS,
  )
  expect(begun).toEqual([0, 1, 2])
  expect([...delivered].map(({ id }) => id)).toEqual([0, 2])
})

test('an error is thrown once all that run have ended', async () => {
  let ended = 0
  const delivering = deliverInOrder(
    ENTRIES,
    async ({ id }) => {
      for (let round = 0; round < id; round++) await nextRound()
      ended++
      throw new Error(`of ${id}`)
    },
    LIMITS,
  )
  await expect(delivering).rejects.toThrow('of 0')
  expect(ended).toBe(3)
})

test('nothing is started that may not be', async () => {
  const delivered = await deliverInOrder(ENTRIES, async () => true, {
    parallel: 3,
    mayStart: () => false,
  })
  expect(delivered.size).toBe(0)
})
