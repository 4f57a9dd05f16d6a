import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { FloodConnection } from './flood-connection.ts'

/** A load that may be far beyond what the server can serve. */
export interface Flood {
  readonly url: string
  readonly requests: readonly string[]
  readonly connections: number
  /** The addresses that the connections come from, in turn; absent: one. */
  readonly from?: readonly string[]
  readonly seconds: number
  /** Requests per second; absent: each response is followed by a request at once. */
  readonly rate?: number
  /** The time in which the connections are opened. Nothing is counted until each was answered once. */
  readonly rampSeconds?: number
}

/** The result of a flood. */
export interface FloodReport {
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
const MAX_RAMP_MS = 60_000

/** The process of the flood: takes one from its parent, and sends back the report. */
export async function main(): Promise<void> {
  const report = await new Promise<FloodReport>((resolve) => {
    process.once('message', (flood: Flood) => resolve(runFlood(flood)))
    process.send?.('ready')
  })
  process.once('disconnect', () => process.exit())
  process.send?.(report, () => process.exit())
}

/** Sends requests until the time is over. A request in flight then is not counted. */
export async function runFlood(flood: Flood): Promise<FloodReport> {
  const count = new Count()
  await new Senders(flood, count).run()
  return count.report(flood.seconds)
}

/** The counts of a flood, once `isOn`. */
class Count {
  isOn = false
  readonly #latencies = createHistogram()
  readonly #byStatus: { [status: string]: number } = {}
  notSent = 0

  add(status: number, started: number): void {
    if (!this.isOn) return
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1
    if (status === 200)
      this.#latencies.record(Math.max(1, Math.round((performance.now() - started) * 1000)))
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
  readonly #count: Count
  readonly #requests: readonly Buffer[]
  readonly #url: URL
  readonly #open: FloodConnection[] = []
  readonly #idle: (() => void)[] = []
  #answered = 0
  #sent = 0
  #due = 0

  constructor(flood: Flood, count: Count) {
    this.#flood = flood
    this.#count = count
    this.#url = new URL(flood.url)
    this.#requests = flood.requests.map((text) => Buffer.from(text))
  }

  async run(): Promise<void> {
    const { connections, seconds, rampSeconds = 0 } = this.#flood
    const perTick = Math.ceil((connections * TICK_MS) / Math.max(TICK_MS, rampSeconds * 1000))
    await this.#send(MAX_RAMP_MS, () => {
      for (let n = 0; n < perTick && this.#open.length < connections; n++) this.#add()
      return this.#answered < connections
    })
    this.#count.isOn = true
    await this.#send(seconds * 1000, () => true)
    for (const connection of this.#open) connection.close()
  }

  async #send(milliseconds: number, goesOn: () => boolean): Promise<void> {
    const start = performance.now()
    for (let last = start; goesOn() && last - start < milliseconds; ) {
      await sleep(TICK_MS)
      const now = performance.now()
      this.#sendDue((now - last) / 1000)
      last = now
    }
  }

  #add(): void {
    let started = 0
    let isNew = true
    const send = () => {
      started = performance.now()
      const request = this.#requests[this.#sent++ % this.#requests.length]
      if (request) connection.send(request)
    }
    const { from = [] } = this.#flood
    const onReply = (status: number) => {
      if (isNew) this.#answered++
      isNew = false
      this.#count.add(status, started)
      if (this.#flood.rate === undefined) send()
      else this.#idle.push(send)
    }
    const address = from[this.#open.length % from.length]
    const connection = new FloodConnection(this.#url, onReply, address)
    this.#open.push(connection)
    if (this.#flood.rate === undefined) send()
    else this.#idle.push(send)
  }

  // At a rate, requests are due whether or not earlier ones were answered.
  #sendDue(seconds: number): void {
    for (this.#due += (this.#flood.rate ?? 0) * seconds; this.#due >= 1; this.#due--) {
      const send = this.#idle.shift()
      if (send) send()
      else if (this.#count.isOn) this.#count.notSent++
    }
  }
}
