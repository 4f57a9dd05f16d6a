import { setTimeout as sleep } from 'node:timers/promises'
import { encodeRequest } from '../../bench/load/encode-request.ts'
import type { Database } from '../../src/database/client.ts'
import { headersOf } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import type { FloodReport } from './flood.ts'
import { Installation } from './installation.ts'
import { type Probed, percentileOf, startProbe } from './probe.ts'
import type { Readable } from './readable.ts'
import type { Effort, Run } from './scenario.ts'
import { startFlood } from './start-flood.ts'

const KEYS = 24
const ASSETS = 60
const PEAK_CONNECTIONS = 32
const PEAK_SECONDS = 6
const RAMP_SECONDS = 5
const OBSERVED_AFTER_MS = 6_000

/** The measurements of the gateway in one round of a load that was far beyond its capacity. */
export interface Overloaded {
  readonly flood: FloodReport
  /** The served share of the peak of as many connections, which was measured just before and after: 1 is all of it. */
  readonly goodput: number
  /** The served share of the peak of few connections, which was measured just before. */
  readonly goodputOfFew: number
  /** From the end of the load until small reads are served as quickly as before it. */
  readonly recoveryMs: number
  /** Single slow reads after that. */
  readonly slowLater: number
  /** Checks of health that were not answered with 200, of how many, and the slowest. */
  readonly health: { readonly failed: number; readonly n: number; readonly slowestMs: number }
}

/** A load far beyond the capacity. */
export interface Overload {
  readonly connections: number
  /** Requests per second, as a multiple of the peak of few connections; absent: each response is followed by a request at once. */
  readonly timesPeak?: number
}

/**
 * Loads a gateway far beyond its capacity, with one load after another, in some rounds of each. `peakPerSecond`: what
 * was served before, with few connections.
 */
export async function measureOverload<Load extends Overload>(
  run: Run,
  loads: readonly Load[],
  { seconds, rounds }: Effort,
) {
  const installation = await Installation.create(run)
  const callers = await fillPortfolios(installation.database)
  const { url } = await installation.startGateway()
  const requests = callers.map((caller) => toRequest(url, caller))
  const installed = { url, callers, requests, seconds }
  await peakOfFew(installed)
  const peakPerSecond = await peakOfFew(installed)
  const found: { load: Load; rounds: Overloaded[] }[] = []
  for (const load of loads) {
    const overloaded: Overloaded[] = []
    for (let round = 0; round < rounds; round++) overloaded.push(await overload(installed, load))
    found.push({ load, rounds: overloaded })
  }
  return { peakPerSecond, found }
}

interface Installed {
  readonly url: string
  readonly callers: readonly Readable[]
  readonly requests: readonly string[]
  readonly seconds: number
}

async function peakOfFew({ url, requests }: Installed): Promise<number> {
  const few = { connections: PEAK_CONNECTIONS, seconds: PEAK_SECONDS }
  return (await startFlood({ url, requests, ...few })).servedPerSecond
}

// Connections cost the gateway and the load something, whatever is asked over them. So the peak of many is taken over
// as many, which are asked for what few connections are served.
async function peakOfMany({ url, requests }: Installed, connections: number, rate: number) {
  const many = { connections, rate, seconds: PEAK_SECONDS, rampSeconds: RAMP_SECONDS }
  return (await startFlood({ url, requests, ...many })).servedPerSecond
}

async function overload(installed: Installed, { connections, timesPeak }: Overload) {
  const { url, callers, requests, seconds } = installed
  const [caller] = callers
  if (!caller) throw new Error('there is no caller')
  const few = await peakOfFew(installed)
  const rate = timesPeak && { rate: timesPeak * few }
  const before = await peakOfMany(installed, connections, few)
  const stopQuiet = startProbe(`${url}${pathOf(caller)}`, headersOf(caller.key), 20)
  await sleep(1_000)
  const quiet = percentileOf(await stopQuiet(), 0.99)
  const stopHealth = startProbe(`${url}/healthz`, {}, 50)
  const stopReads = startProbe(`${url}${pathOf(caller)}`, headersOf(caller.key), 20)
  const times = { seconds, rampSeconds: RAMP_SECONDS }
  const flood = await startFlood({ url, requests, connections, ...times, ...rate })
  const ended = performance.now()
  await sleep(OBSERVED_AFTER_MS)
  const [health, reads] = [await stopHealth(), await stopReads()]
  const after = await peakOfMany(installed, connections, few)
  return {
    flood,
    goodput: flood.servedPerSecond / ((before + after) / 2),
    goodputOfFew: flood.servedPerSecond / few,
    ...recoveryOf(reads, ended, 3 * quiet),
    health: {
      failed: health.filter(({ status }) => status !== 200).length,
      n: health.length,
      slowestMs: percentileOf(health, 1),
    },
  }
}

// A gateway that is still overloaded serves one read after another slowly. A single one is slow on any machine now
// and then: it is counted, and is no overload.
function recoveryOf(reads: readonly Probed[], ended: number, slowMs: number) {
  const after = reads.filter(({ at, milliseconds }) => at + milliseconds > ended)
  const isSlow = after.map(({ status, milliseconds }) => status !== 200 || milliseconds > slowMs)
  const last = isSlow.findLastIndex((slow, at) => slow && (at === 0 || isSlow[at - 1]))
  const lastRead = after[last]
  return {
    recoveryMs: lastRead ? Math.round(lastRead.at + lastRead.milliseconds - ended) : 0,
    slowLater: isSlow.slice(last + 1).filter(Boolean).length,
  }
}

async function fillPortfolios(database: Database): Promise<Readable[]> {
  const assets = Array.from({ length: ASSETS }, (_, number) => ({
    ...{ type: 'asset', ref: `a${number}`, title: `Gold bar ${number}`, category: 'PM' },
  }))
  const callers: Readable[] = []
  for (let number = 0; number < KEYS; number++) {
    const client = await clientWith(database, assets)
    callers.push({ key: (await readerOf(database, client)).secret, client })
  }
  // The load is of many callers: no limit of one of them is to end it.
  await database.pool.query(`UPDATE firms SET tier = 'enterprise'`)
  return callers
}

function pathOf({ client }: Readable): string {
  return `/api/v1/assets?client_id=${client}`
}

function toRequest(url: string, caller: Readable): string {
  const request = { method: 'GET', path: pathOf(caller), headers: headersOf(caller.key) } as const
  return encodeRequest(request, new URL(url).host).toString()
}
