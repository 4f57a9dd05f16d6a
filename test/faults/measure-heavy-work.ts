import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeRequest } from '../../bench/load/encode-request.ts'
import type { Database } from '../../src/database/client.ts'
import { headersOf } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import type { Flood } from './flood.ts'
import { Installation } from './installation.ts'
import { percentileOf, startProbe } from './probe.ts'
import type { Effort, Run } from './scenario.ts'
import { prepareFlood } from './start-flood.ts'

const HEAVY_ASSETS = 100
const ATTRIBUTES = 320
const ATTRIBUTE_BYTES = 365
const LIGHT_ASSETS = 25
const PAUSE_MS = 5
const WARM_UP_MS = 5_000
const PAGE_BYTES = 4096
const EVERY_MS = 50
const VALUES = 14
const CONNECTIONS = [1, 8, 16]
const HOSTILE = new URL('../attack/hostile-documents.json', import.meta.url)
const ADDRESSES = 10
/** Requests of one address without a caller. */
const PER_MINUTE = 100
const UNKNOWN_CONNECTIONS = 160

/** One round of small reads alone, and just after beside heavy ones: the speed of a shared machine changes within a minute. */
export interface HeavyRound {
  /** The p99 of small reads alone, that beside heavy ones, and its multiple of the first. */
  readonly quiet: number
  readonly beside: number
  readonly times: number
  /** How many small reads were beside heavy ones. */
  readonly n: number
  /** MB by which the gateway's resident memory grew at most. */
  readonly grown: number
  /** Heavy reads that were served. */
  readonly served: number
}

/** The rounds of one load. */
export interface HeavyLoad {
  /** Pages of 16 MB over REST, or GraphQL documents of nearly as many fields as one may have, or the worst without a caller. */
  readonly kind: 'pages' | 'documents' | 'documents without a caller'
  /** So many at a time. */
  readonly connections: number
  readonly rounds: readonly HeavyRound[]
}

/** Measures small reads of one caller while another reads the heaviest that it may, in some rounds of each load. */
export async function measureHeavyWork(run: Run, { seconds, rounds }: Effort) {
  const installation = await Installation.create(run)
  const { light, pages, documents } = await fillPortfolios(installation.database)
  const { url, pid } = await installation.startGateway()
  const startReads = () => startProbe(`${url}${light.path}`, light.headers, PAUSE_MS)
  const readFor = async (milliseconds: number) => {
    const stop = startReads()
    await sleep(milliseconds)
    return stop()
  }
  const measureRound = async (flood: HeavyFlood): Promise<HeavyRound> => {
    const sendFlood = await prepareFlood()
    const quiet = percentileOf(await readFor(seconds * 1000), 0.99)
    const stop = startReads()
    const stopWatch = watchResident(pid)
    const { served } = await sendFlood({ url, seconds, ...flood })
    const reads = await stop()
    const beside = percentileOf(reads, 0.99)
    const times = Math.round((beside / quiet) * 10) / 10
    return { quiet, beside, times, n: reads.length, grown: stopWatch(), served }
  }
  // A new process is slower, and would have more time for the reads beside heavy ones.
  await readFor(WARM_UP_MS)
  const found: HeavyLoad[] = []
  const measure = async (
    kind: HeavyLoad['kind'],
    connections: number,
    requestsOf: (round: number) => HeavyFlood | Promise<HeavyFlood>,
  ) => {
    const measured: HeavyRound[] = []
    for (let round = 0; round < rounds; round++)
      measured.push(await measureRound(await requestsOf(round)))
    found.push({ kind, connections, rounds: measured })
  }
  for (const [kind, reader, toRequest] of [
    ['pages', pages, toGet],
    ['documents', documents, toPost],
  ] as const)
    for (const connections of CONNECTIONS)
      await measure(kind, connections, async () => {
        // Of its own, since the documents of one measurement can take the whole quota of a key.
        const request = toRequest(url, await withNewKey(installation.database, reader))
        return { requests: [request], connections }
      })
  const worst = (round: number) => withoutCaller(url, round, seconds)
  await measure('documents without a caller', UNKNOWN_CONNECTIONS, worst)
  return found
}

type HeavyFlood = Pick<Flood, 'requests' | 'connections' | 'from' | 'rate'>

/** All that ten addresses may send in a minute, of the worst documents. Each round has addresses of its own. */
function withoutCaller(url: string, round: number, seconds: number): HeavyFlood {
  const documents: readonly string[] = JSON.parse(readFileSync(HOSTILE, 'utf8'))
  return {
    requests: documents.map((query) => toGraphQL(url, query)),
    connections: UNKNOWN_CONNECTIONS,
    from: Array.from({ length: ADDRESSES }, (_, number) => `127.0.${round + 1}.${number + 1}`),
    rate: (ADDRESSES * PER_MINUTE) / seconds,
  }
}

interface Portfolio {
  readonly client: string
  readonly path: string
}

interface Reader extends Portfolio {
  readonly headers: Readonly<Record<string, string>>
}

async function fillPortfolios(database: Database) {
  // Random, so that no cache can hold the page compressed.
  const attributes = Object.fromEntries(
    Array.from({ length: ATTRIBUTES }, (_, number) => [
      `attribute ${number}`,
      randomBytes(ATTRIBUTE_BYTES).toString('base64'),
    ]),
  )
  const light = await portfolioOf(database, LIGHT_ASSETS, {}, 'page_size=5')
  const size = `page_size=${HEAVY_ASSETS}`
  const pages = await portfolioOf(database, HEAVY_ASSETS, { attributes }, size)
  const documents = await portfolioOf(database, HEAVY_ASSETS, {}, '', VALUES)
  return { light: await withNewKey(database, light), pages, documents }
}

async function withNewKey(database: Database, portfolio: Portfolio): Promise<Reader> {
  const { secret } = await readerOf(database, portfolio.client)
  await database.pool.query(`UPDATE firms SET tier = 'enterprise'`)
  return { ...portfolio, headers: headersOf(secret) }
}

async function portfolioOf(
  database: Database,
  count: number,
  detail: object,
  query: string,
  values = 0,
): Promise<Portfolio> {
  const assets = Array.from({ length: count }, (_, number) => ({
    ...{ type: 'asset', ref: `a${number}`, title: `Asset ${number}`, category: 'OT' },
    category_detail: detail,
  }))
  const valuations = assets.flatMap(({ ref }) =>
    Array.from({ length: values }, (_, day) => ({
      ...{ type: 'valuation', asset: ref, value: `${day}.50`, source: 'appraisal' },
      valued_at: new Date(Date.UTC(2025, 0, day + 1)).toISOString(),
    })),
  )
  const client = await clientWith(database, [...assets, ...valuations])
  return { client, path: `/api/v1/assets?client_id=${client}&${query}` }
}

function toGet(url: string, { path, headers }: Reader): string {
  return encodeRequest({ method: 'GET', path, headers }, new URL(url).host).toString()
}

function toPost(url: string, { client, headers }: Reader): string {
  const query = `{ portfolio(clientId: "${client}") { assets(first: ${HEAVY_ASSETS}) { nodes {
    id valuations(first: ${VALUES}) { nodes { id source valuedAt value { amount currency }
      a: id b: source c: id d: source e: id f: source g: id h: source } } } } } }`
  return toGraphQL(url, query, headers)
}

function toGraphQL(url: string, query: string, headers: Readonly<Record<string, string>> = {}) {
  const typed = { ...headers, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query })
  const request = { method: 'POST', path: '/graphql', headers: typed, body } as const
  return encodeRequest(request, new URL(url).host).toString()
}

/** Watches the resident memory of a process. Returns what stops it and gives the most that was added, in MB. */
function watchResident(pid: number): () => number {
  const before = residentOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return Math.round((most - before) / 1e6)
  }
}

function residentOf(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
  return Number(pages) * PAGE_BYTES
}
