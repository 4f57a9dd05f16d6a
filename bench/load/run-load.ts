import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { encodeRequest } from './encode-request.ts'
import type { Load, LoadReport } from './load.ts'
import { Measurement } from './measurement.ts'

/** How long a response may still arrive after the time of the load is over. */
const DRAIN_MS = 10_000
const MAX_REQUESTS = 1_000_000

/**
 * Sends the requests of a load until its time is over, then awaits the responses in flight. The rate
 * is that of all responses, up to the last: a saturated server is as busy while it drains.
 */
export async function runLoad({ rate, ...load }: Load): Promise<LoadReport> {
  const url = new URL(load.url)
  const requests = load.requests.map((request) => encodeRequest(request, url.host))
  const start = performance.now()
  const end = start + load.seconds * 1000
  const measurement = new Measurement(start, load.bytes)
  let sent = 0

  async function sendRequests(connection: Connection): Promise<void> {
    while (sent < MAX_REQUESTS) {
      const request = requests[sent % requests.length]
      const now = performance.now()
      const due = rate === undefined ? now : start + (sent * 1000) / rate
      if (request === undefined || Math.max(due, now) >= end) return
      sent++
      // A request that is overdue is sent immediately; its latency includes the delay.
      if (due > now) await sleep(due - now)
      measurement.record(due, await connection.exchange(request))
    }
  }

  const connections = Array.from({ length: load.connections }, () => new Connection(url))
  const closeAll = (reason: string) => {
    for (const connection of connections) connection.close(reason)
  }
  const limit = setTimeout(closeAll, load.seconds * 1000 + DRAIN_MS, 'no response in time')
  const failed = (error: Error) => measurement.recordError(error.message)
  await Promise.all(connections.map((connection) => sendRequests(connection).catch(failed)))
  clearTimeout(limit)
  closeAll('the load is over')
  return measurement.report()
}
