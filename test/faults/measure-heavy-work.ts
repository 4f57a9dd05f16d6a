import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/client.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import type { FloodReport } from './flood.ts'
import { Installation } from './installation.ts'
import { type Probed, percentileOf, startProbe } from './probe.ts'
import type { Run } from './scenario.ts'
import { startFlood } from './start-flood.ts'

const HEAVY_ASSETS = 100
const ATTRIBUTES = 320
const ATTRIBUTE_BYTES = 365
const LIGHT_ASSETS = 25
const PAUSE_MS = 5
/** A caller may have so many requests at a time. */
const CONNECTIONS = [1, 8, 16]

/** Small reads of one caller, alone or beside the heaviest pages of another. */
export interface Beside {
  readonly n: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
}

/** The figures of the scenario. */
export interface HeavyWorkFigures {
  readonly quiet: Beside
  /** By the number of heavy pages at a time. `times`: the p99 as a multiple of that of quiet reads. */
  readonly beside: Readonly<Record<number, BesideHeavy>>
}

interface BesideHeavy extends Beside {
  readonly times: number
  readonly heavy: FloodReport
}

/** Measures small reads of one caller while another reads its heaviest pages, 16 MB each. */
export async function measureHeavyWork({
  run,
  seconds,
}: {
  run: Run
  seconds: number
}): Promise<HeavyWorkFigures> {
  const installation = await Installation.create(run)
  const { light, heavy } = await fillPortfolios(installation.database)
  const { url } = await installation.startGateway()
  const readQuietly = async (milliseconds: number) => {
    const stop = startProbe(`${url}${light.path}`, light.headers, PAUSE_MS)
    await sleep(milliseconds)
    return describe(await stop())
  }
  await readQuietly(3_000)
  const quiet = await readQuietly(seconds * 1000)
  const beside: Record<number, BesideHeavy> = {}
  for (const connections of CONNECTIONS) {
    const requests = [toRequest(url, heavy)]
    const stop = startProbe(`${url}${light.path}`, light.headers, PAUSE_MS)
    const report = await startFlood({ url, requests, connections, seconds })
    const found = describe(await stop())
    const times = Math.round((found.p99 / quiet.p99) * 10) / 10
    beside[connections] = { ...found, times, heavy: report }
  }
  return { quiet, beside }
}

interface Reader {
  readonly path: string
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
  const light = await readerOf(database, LIGHT_ASSETS, {}, 'page_size=5')
  const heavy = await readerOf(database, HEAVY_ASSETS, { attributes }, `page_size=${HEAVY_ASSETS}`)
  await database.pool.query(`UPDATE firms SET tier = 'enterprise'`)
  return { light, heavy }
}

async function readerOf(database: Database, count: number, detail: object, query: string) {
  const assets = Array.from({ length: count }, (_, number) => ({
    type: 'asset',
    ref: `a${number}`,
    title: `Asset ${number}`,
    category: 'OT',
    category_detail: detail,
  }))
  const client = await clientWith(database, assets)
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, client)
  return {
    path: `/api/v1/assets?client_id=${client}&${query}`,
    headers: { Authorization: `Bearer ${secret}`, 'X-Service-Version': '2024-01-01' },
  }
}

function describe(probed: readonly Probed[]): Beside {
  return {
    n: probed.length,
    failed: probed.filter(({ status }) => status !== 200).length,
    p50: percentileOf(probed, 0.5),
    p99: percentileOf(probed, 0.99),
  }
}

function toRequest(url: string, { path, headers }: Reader): string {
  const lines = Object.entries({ Host: new URL(url).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
