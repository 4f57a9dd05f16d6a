// A process that counts, as a gateway does. It reads what to spend as JSON from its parent, and answers
// with how many were admitted.
import { setTimeout as pause } from 'node:timers/promises'

const [, , redisUrl, processes, quota] = process.argv
const { openQuota } = await import(quota)
const log = { info() {}, warn() {} }
const hashKey = 'for tests alone, and for nothing else'
const opened = await openQuota({ redisUrl, processes: Number(processes), hashKey, log })

async function spend({ subject, limit, times, parallel }) {
  while (!opened.redisState().available) await pause(10)
  const outagesBefore = opened.redisState().outages
  let left = times
  let admitted = 0
  const ends = new Set()
  const worker = async () => {
    while (left-- > 0) {
      const { exceeded, resetAt } = await opened.quota.spend(subject, limit)
      if (!exceeded) admitted++
      ends.add(Math.round(resetAt.getTime() / 1000))
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: parallel }, worker))
  const milliseconds = Math.round(performance.now() - began)
  const outages = opened.redisState().outages - outagesBefore
  return { admitted, milliseconds, outages, ends: [...ends] }
}

process.on('message', async (order) => process.send(await spend(order)))
process.on('disconnect', () => opened.close())
process.send('ready')
