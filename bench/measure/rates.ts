import type pg from 'pg'
import { answerLength, checkAnswer } from '../check.ts'
import type { Entry, Figure } from '../contenders/figures.ts'
import type { RunningServer } from '../contenders/server.ts'
import type { ServerName } from '../contenders/servers.ts'
import { seeded } from '../contenders/zipf.ts'
import { applyLoad, type LoadResult } from '../load/load.ts'
import type { Options } from '../options.ts'
import { startWriter } from './writer.ts'

/** What a measurement has at hand. */
export interface Bench {
  readonly options: Options
  readonly pool: pg.Pool
  readonly clientIds: readonly string[]
  readonly servers: ReadonlyMap<ServerName, RunningServer>
  /** The server whose answers are right. */
  readonly reference: RunningServer
  readonly say: (line: string) => void
}

/** The slices of one entry of one figure, in the order of the rounds. */
export interface Rate {
  readonly figure: string
  readonly entry: string
  readonly server: ServerName
  readonly slices: LoadResult[]
}

const CHECKS = 3

/** Loads every entry of every figure in turn, round after round. */
export async function measureRates(bench: Bench, figures: readonly Figure[]): Promise<Rate[]> {
  const { options, say } = bench
  const rates = figures.flatMap((figure) =>
    running(bench, figure).map((entry): Rate => {
      return { figure: figure.name, entry: entry.name, server: entry.server, slices: [] }
    }),
  )
  // Round 0 does not count: it is for compilers and caches.
  for (let round = options.warmSeconds > 0 ? 1 : 0; round <= options.rounds; round++) {
    say(`round ${round} of ${options.rounds}`)
    for (const figure of figures) {
      for (const entry of running(bench, figure)) {
        const slice = await measureSlice(bench, figure, entry)
        const rate = rates.find((each) => each.figure === figure.name && each.entry === entry.name)
        if (round > 0) rate?.slices.push(slice)
        say(`  ${figure.name}, ${entry.name}: ${slice.perSecond.toFixed(0)} a second`)
      }
    }
  }
  return rates
}

/** The entries of a figure whose contenders take part. */
export function running({ servers }: Pick<Bench, 'servers'>, figure: Figure): Entry[] {
  return figure.entries.filter((entry) => servers.has(entry.server))
}

async function measureSlice(bench: Bench, figure: Figure, entry: Entry): Promise<LoadResult> {
  const { options, pool, clientIds, servers } = bench
  const url = servers.get(entry.server)?.url ?? ''
  await checkSome(bench, figure, entry, url)
  const { connections } = options
  const [first] = entry.requests
  const bytes = figure.oneLength && first ? { bytes: await answerLength(url, first) } : {}
  const load = { url, requests: entry.requests, connections, ...bytes }
  const writer = figure.writes ? startWriter(pool, clientIds) : null
  let written: string[] = []
  try {
    if (options.warmSeconds > 0) await applyLoad({ ...load, seconds: options.warmSeconds })
    return await applyLoad({ ...load, seconds: options.seconds })
  } finally {
    written = (await writer?.stop()) ?? []
    await checkSome(bench, figure, entry, url)
    await checkWritten(bench, figure, entry, url, written)
  }
}

async function checkSome(bench: Bench, figure: Figure, entry: Entry, url: string): Promise<void> {
  const random = seeded(Date.now())
  for (let check = 0; check < CHECKS; check++) {
    const at = Math.floor(random() * entry.requests.length)
    await checkAnswer(figure, entry, at, url, bench.reference.url)
  }
}

// Whoever answers with what was true before a write has not done the work.
async function checkWritten(
  bench: Bench,
  figure: Figure,
  entry: Entry,
  url: string,
  clientIds: readonly string[],
): Promise<void> {
  for (const clientId of clientIds) {
    const at = entry.requests.findIndex((request) => request.path.includes(clientId))
    if (at >= 0) await checkAnswer(figure, entry, at, url, bench.reference.url)
  }
}
