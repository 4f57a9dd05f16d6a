import { createHistogram } from 'node:perf_hooks'
import { FloodConnection } from './flood-connection.ts'

/** A load that may be far beyond what the server can serve. */
export interface Flood {
  readonly url: string
  /** Whole requests as they are sent, in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Requests per second; absent: each response is followed by a request at once. */
  readonly rate?: number
}

/** What came of a flood. */
export interface FloodReport {
  /** Responses with status 200. */
  readonly served: number
  readonly servedPerSecond: number
  /** Latencies of the served, in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Responses by their status; `0` counts connections that were lost with a request. */
  readonly byStatus: Readonly<Record<string, number>>
  /** Requests that were due when every connection was waiting for a response. */
  readonly notSent: number
}

const TICK_MS = 5

/** The process of the flood: takes one from its parent, and sends back the report. */
export async function main(): Promise<void> {
  const report = await new Promise<FloodReport>((resolve) => {
    process.once('message', (flood: Flood) => resolve(runFlood(flood)))
    process.send?.('ready')
  })
  process.once('disconnect', () => process.exit())
  process.send?.(report, () => process.exit())
}

/** Sends requests until the time is over. What is in flight then is not counted. */
export async function runFlood(flood: Flood): Promise<FloodReport> {
  const url = new URL(flood.url)
  const requests = flood.requests.map((text) => Buffer.from(text))
  const latencies = createHistogram()
  const byStatus: Record<string, number> = {}
  let sent = 0
  let notSent = 0
  const end = performance.now() + flood.seconds * 1000
  const idle: FloodConnection[] = []

  const sendOn = (connection: FloodConnection, started: Map<FloodConnection, number>) => {
    const request = requests[sent++ % requests.length]
    started.set(connection, performance.now())
    if (request) connection.send(request)
  }
  const started = new Map<FloodConnection, number>()
  const connections = Array.from({ length: flood.connections }, () => {
    const connection: FloodConnection = new FloodConnection(url, (status) => {
      byStatus[status] = (byStatus[status] ?? 0) + 1
      const milliseconds = performance.now() - (started.get(connection) ?? 0)
      if (status === 200) latencies.record(Math.max(1, Math.round(milliseconds * 1000)))
      if (performance.now() >= end) return
      if (flood.rate === undefined) sendOn(connection, started)
      else idle.push(connection)
    })
    return connection
  })
  if (flood.rate === undefined) for (const connection of connections) sendOn(connection, started)
  else idle.push(...connections)
  await new Promise<void>((resolve) => {
    let due = 0
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      if (now >= end) {
        clearInterval(timer)
        return resolve()
      }
      if (flood.rate === undefined) return
      due += (flood.rate * (now - before)) / 1000
      before = now
      for (; due >= 1; due--) {
        const connection = idle.shift()
        if (connection) sendOn(connection, started)
        else notSent++
      }
    }, TICK_MS)
  })
  for (const connection of connections) connection.close()
  const served = byStatus[200] ?? 0
  const percentile = (share: number) => latencies.percentile(share) / 1000
  return {
    served,
    servedPerSecond: Math.round(served / flood.seconds),
    p50: percentile(50),
    p99: percentile(99),
    max: latencies.max / 1000,
    byStatus,
    notSent,
  }
}
