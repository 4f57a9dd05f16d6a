import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
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
  /** The time before, in which the connections are opened. Nothing is counted in it. */
  readonly rampSeconds?: number
}

/** What came of a flood. */
export interface FloodReport {
  /** Responses with status 200. */
  readonly served: number
  readonly servedPerSecond: number
  /** Latencies of the served, in milliseconds. */
  readonly p50: number
  readonly p99: number
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
  const record = new Count(performance.now() + (flood.rampSeconds ?? 0) * 1000)
  const senders = new Senders(flood, record)
  await senders.run()
  return record.report(flood.seconds)
}

/** What is counted, from an instant on. */
class Count {
  readonly from: number
  readonly #latencies = createHistogram()
  readonly #byStatus: { [status: string]: number } = {}
  notSent = 0

  constructor(from: number) {
    this.from = from
  }

  add(status: number, started: number): void {
    const now = performance.now()
    if (now < this.from) return
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1
    if (status === 200) this.#latencies.record(Math.max(1, Math.round((now - started) * 1000)))
  }

  report(seconds: number): FloodReport {
    const served = this.#byStatus[200] ?? 0
    const percentile = (share: number) => Math.round(this.#latencies.percentile(share) / 1000)
    return {
      served,
      servedPerSecond: Math.round((served / seconds) * 10) / 10,
      p50: percentile(50),
      p99: percentile(99),
      byStatus: this.#byStatus,
      notSent: this.notSent,
    }
  }
}

/** The connections of a flood. They are opened one after another during the ramp, as clients arrive. */
class Senders {
  readonly #flood: Flood
  readonly #record: Count
  readonly #requests: readonly Buffer[]
  readonly #url: URL
  readonly #open: FloodConnection[] = []
  readonly #idle: (() => void)[] = []
  readonly #end: number
  #sent = 0
  #due = 0

  constructor(flood: Flood, record: Count) {
    this.#flood = flood
    this.#record = record
    this.#url = new URL(flood.url)
    this.#requests = flood.requests.map((text) => Buffer.from(text))
    this.#end = record.from + flood.seconds * 1000
  }

  async run(): Promise<void> {
    const { connections, rampSeconds = 0 } = this.#flood
    const perTick = Math.ceil((connections * TICK_MS) / Math.max(TICK_MS, rampSeconds * 1000))
    for (let last = performance.now(), now = last; now < this.#end; now = performance.now()) {
      for (let n = 0; n < perTick && this.#open.length < connections; n++) this.#add()
      this.#sendDue((now - last) / 1000)
      last = now
      await sleep(TICK_MS)
    }
    for (const connection of this.#open) connection.close()
  }

  #add(): void {
    let started = 0
    const send = () => {
      started = performance.now()
      const request = this.#requests[this.#sent++ % this.#requests.length]
      if (request) connection.send(request)
    }
    const connection = new FloodConnection(this.#url, (status) => {
      this.#record.add(status, started)
      if (this.#flood.rate === undefined) send()
      else this.#idle.push(send)
    })
    this.#open.push(connection)
    if (this.#flood.rate === undefined) send()
    else this.#idle.push(send)
  }

  // At a rate, requests are due whether or not earlier ones were answered.
  #sendDue(seconds: number): void {
    for (this.#due += (this.#flood.rate ?? 0) * seconds; this.#due >= 1; this.#due--) {
      const send = this.#idle.shift()
      if (send) send()
      else if (performance.now() >= this.#record.from) this.#record.notSent++
    }
  }
}
