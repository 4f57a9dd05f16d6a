import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** One request of a probe. Instants are of `performance.now()`. */
export interface Probed {
  readonly at: number
  /** 0: no response. */
  readonly status: number
  readonly milliseconds: number
}

const TIMEOUT_MS = 10_000

/** Sends one request after another on one connection, with a pause. Returns what stops it and gives its results. */
export function startProbe(
  url: string,
  headers: Readonly<Record<string, string>>,
  pauseMs: number,
): () => Promise<readonly Probed[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const probed: Probed[] = []
  let isStopping = false
  const run = async () => {
    while (!isStopping) {
      probed.push(await probe(url, { ...headers }, agent))
      await sleep(pauseMs)
    }
  }
  const running = run()
  return async () => {
    isStopping = true
    await running
    agent.destroy()
    return probed
  }
}

/** The latency below which this share of the served requests is. */
export function percentileOf(probed: readonly Probed[], share: number): number {
  const served = probed.filter(({ status }) => status === 200).map((each) => each.milliseconds)
  return served.length === 0 ? Infinity : Math.round(quantileOf(served, share) * 10) / 10
}

/** The value below which this share of the values is; 0.5: the median. There must be one. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('there are no values')
  return value
}

/** All the values together; 0 for none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function probe(url: string, headers: IncomingHttpHeaders, agent: Agent): Promise<Probed> {
  const at = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ at, status, milliseconds: performance.now() - at })
    const call = get(url, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('end', () => end(response.statusCode ?? 0))
    })
    call.once('timeout', () => call.destroy(new Error('no response')))
    call.once('error', () => end(0))
  })
}
