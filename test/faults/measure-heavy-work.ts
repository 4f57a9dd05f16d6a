import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeRequest } from '../../bench/load/encode-request.ts'
import type { Database } from '../../src/database/client.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import type { Flood, FloodReport } from './flood.ts'
import { Installation } from './installation.ts'
import { type Probed, percentileOf, startProbe } from './probe.ts'
import { headersOf } from './readable.ts'
import { watchResident } from './resident.ts'
import type { Effort, Run } from './scenario.ts'
import { prepareFlood } from './start-flood.ts'

const HEAVY_ASSETS = 100
const ATTRIBUTES = 320
const ATTRIBUTE_BYTES = 365
const LIGHT_ASSETS = 25
const PAUSE_MS = 5
const WARM_UP_MS = 5_000
const VALUES = 25
/** A caller may have so many requests at a time. */
const CONNECTIONS = [1, 8, 16]
const HOSTILE = new URL('../attack/hostile-documents.json', import.meta.url)
const ADDRESSES = 10
/** Requests of one address without a caller. */
const PER_MINUTE = 100
/** So many connections without a caller. */
const UNKNOWN = 160

/** Small reads of one caller, alone or beside the heaviest reads of another. */
export interface SmallReads {
  readonly n: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
}

/** One round: small reads alone, and just after beside heavy ones. The speed of a shared machine changes within a minute. */
export interface HeavyRound {
  readonly quiet: SmallReads
  readonly beside: SmallReads
  /** The p99 beside heavy reads as a multiple of that alone. */
  readonly times: number
  /** MB by which the gateway's resident memory grew at most. */
  readonly grown: number
  readonly heavy: FloodReport
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
export async function measureHeavyWork(
  run: Run,
  { seconds, rounds }: Effort,
): Promise<HeavyLoad[]> {
  const installation = await Installation.create(run)
  const { light, pages, documents } = await fillPortfolios(installation.database)
  const { url, pid } = await installation.startGateway()
  const startReads = () => startProbe(`${url}${light.path}`, light.headers, PAUSE_MS)
  const measureFor = async (milliseconds: number) => {
    const stop = startReads()
    await sleep(milliseconds)
    return describe(await stop())
  }
  const measureRound = async (flood: HeavyFlood): Promise<HeavyRound> => {
    const sendFlood = await prepareFlood()
    const quiet = await measureFor(seconds * 1000)
    const stop = startReads()
    const stopWatch = watchResident(pid)
    const heavy = await sendFlood({ url, seconds, ...flood })
    const beside = describe(await stop())
    const times = Math.round((beside.p99 / quiet.p99) * 10) / 10
    return { quiet, beside, times, grown: stopWatch(), heavy }
  }
  // A new process is slower, and would have more time for the reads beside heavy ones.
  await measureFor(WARM_UP_MS)
  const found: HeavyLoad[] = []
  for (const [kind, reader, toRequest] of [
    ['pages', pages, toGet],
    ['documents', documents, toPost],
  ] as const)
    for (const connections of CONNECTIONS) {
      const measured: HeavyRound[] = []
      for (let round = 0; round < rounds; round++) {
        // Of its own, since the documents of one measurement can take the whole quota of a key.
        const request = toRequest(url, await withNewKey(installation.database, reader))
        measured.push(await measureRound({ requests: [request], connections }))
      }
      found.push({ kind, connections, rounds: measured })
    }
  const measured: HeavyRound[] = []
  for (let round = 0; round < rounds; round++)
    measured.push(await measureRound(withoutCaller(url, round, seconds)))
  return [...found, { kind: 'documents without a caller', connections: UNKNOWN, rounds: measured }]
}

type HeavyFlood = Pick<Flood, 'requests' | 'connections' | 'from' | 'rate'>

/** All that ten addresses may send in a minute, of the worst documents. Each round has addresses of its own. */
function withoutCaller(url: string, round: number, seconds: number): HeavyFlood {
  const documents: readonly string[] = JSON.parse(readFileSync(HOSTILE, 'utf8'))
  return {
    requests: documents.map((query) => toGraphQL(url, query)),
    connections: UNKNOWN,
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
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, portfolio.client)
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

function describe(probed: readonly Probed[]): SmallReads {
  return {
    n: probed.length,
    failed: probed.filter(({ status }) => status !== 200).length,
    p50: percentileOf(probed, 0.5),
    p99: percentileOf(probed, 0.99),
  }
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
