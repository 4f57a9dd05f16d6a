import type pg from 'pg'
import { checkResponse, responseLength } from '../check-response.ts'
import { type BenchRequest, send } from '../contenders/request.ts'
import type { RunningServer } from '../contenders/server.ts'
import type { ServerName } from '../contenders/servers.ts'
import type { Entry, Workload } from '../contenders/workloads.ts'
import { seededRandom } from '../contenders/zipf.ts'
import { applyLoad } from '../load/load.ts'
import type { Options } from '../options.ts'
import { measureLoad, type Slice } from './slice.ts'
import { startWriter } from './writer.ts'

/** Everything that a measurement uses. */
export interface BenchContext {
  readonly options: Options
  readonly pool: pg.Pool
  /** The process of PostgreSQL. */
  readonly postmaster: number
  /** The same for the database of a contender. */
  readonly postmasterOf: (server: ServerName) => number
  /** With the rights of the owner of the tables. */
  readonly databaseUrl: string
  readonly clientIds: readonly string[]
  readonly servers: ReadonlyMap<ServerName, RunningServer>
  /** The server whose responses are correct by definition. */
  readonly reference: RunningServer
  readonly log: (line: string) => void
}

/** The slices of one entry of one workload, in the order of the rounds. */
export interface Rate {
  readonly workload: string
  readonly entry: string
  readonly server: ServerName
  readonly slices: Slice[]
}

const CHECKS = 3

/** Loads every entry of every workload in turn, round after round. */
export async function measureRates(
  context: BenchContext,
  workloads: readonly Workload[],
): Promise<Rate[]> {
  const { options, log } = context
  const rates = workloads.flatMap((workload) =>
    participants(context, workload).map((entry): Rate => {
      return { workload: workload.name, entry: entry.name, server: entry.server, slices: [] }
    }),
  )
  // Round 0 does not count: it warms up the JIT compilers and the caches.
  for (let round = options.warmRoundSeconds === null ? 1 : 0; round <= options.rounds; round++) {
    const seconds = (round === 0 ? options.warmRoundSeconds : null) ?? options.seconds
    log(`round ${round} of ${options.rounds}`)
    for (const workload of workloads) {
      for (const entry of participants(context, workload)) {
        const slice = await measureSlice(context, workload, entry, seconds)
        const rate = rates.find(
          (each) => each.workload === workload.name && each.entry === entry.name,
        )
        if (round > 0) rate?.slices.push(slice)
        log(`  ${workload.name}, ${entry.name}: ${slice.perSecond.toFixed(0)} per second`)
      }
    }
  }
  return rates
}

/** The entries of a workload whose contenders take part in this run. */
export function participants(
  { servers }: Pick<BenchContext, 'servers'>,
  workload: Workload,
): Entry[] {
  return workload.entries.filter((entry) => servers.has(entry.server))
}

/** The running contender of an entry. */
export function serverOf({ servers }: Pick<BenchContext, 'servers'>, entry: Entry): RunningServer {
  const server = servers.get(entry.server)
  if (!server) throw new Error(`${entry.server} does not run`)
  return server
}

async function measureSlice(
  context: BenchContext,
  workload: Workload,
  entry: Entry,
  seconds: number,
): Promise<Slice> {
  const { options, pool, postmasterOf, clientIds } = context
  const server = serverOf(context, entry)
  const { url } = server
  const { connections } = options
  // A contender that keeps responses has each of them again, although a write may have changed the portfolio.
  if (workload.sameLength) await sendEach(url, entry.requests, connections)
  await checkSome(context, workload, entry, url)
  const [first] = entry.requests
  const bytes = workload.sameLength && first ? { bytes: await responseLength(url, first) } : {}
  const load = { requests: entry.requests, connections, ...bytes }
  const writer = workload.writes ? startWriter(pool, clientIds) : null
  let written: string[] = []
  try {
    if (options.warmSeconds > 0) await applyLoad({ ...load, url, seconds: options.warmSeconds })
    return await measureLoad(server, { ...load, seconds }, postmasterOf(entry.server))
  } finally {
    written = (await writer?.stop()) ?? []
    await checkSome(context, workload, entry, url)
    await checkWritten(context, workload, entry, url, written)
  }
}

async function sendEach(
  url: string,
  requests: readonly BenchRequest[],
  connections: number,
): Promise<void> {
  const left = requests.values()
  async function sendLeft(): Promise<void> {
    for (const request of left) await send(url, request)
  }
  await Promise.all(Array.from({ length: connections }, sendLeft))
}

async function checkSome(
  context: BenchContext,
  workload: Workload,
  entry: Entry,
  url: string,
): Promise<void> {
  const random = seededRandom(Date.now())
  for (let check = 0; check < CHECKS; check++) {
    const index = Math.floor(random() * entry.requests.length)
    await checkResponse(workload, entry, index, url, context.reference.url)
  }
}

// Catches a contender that serves a body from before the write.
async function checkWritten(
  context: BenchContext,
  workload: Workload,
  entry: Entry,
  url: string,
  clientIds: readonly string[],
): Promise<void> {
  for (const clientId of clientIds) {
    const index = entry.requests.findIndex((request) => request.path.includes(clientId))
    if (index >= 0) await checkResponse(workload, entry, index, url, context.reference.url)
  }
}
