import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { API_VERSION } from '../contenders/request.ts'
import { ROOT } from '../paths.ts'
import { commit, machine } from '../report/machine.ts'
import { drawCurves } from './curves.ts'
import type { Options } from './options.ts'
import type { Latencies } from './point.ts'
import type { Spread } from './spread.ts'
import type { Storage } from './storage.ts'

/** A database of many clients, at one size. */
export interface SizePoint extends Latencies {
  readonly storage: Storage
}

/** One client with a large portfolio. */
export interface PortfolioPoint extends Latencies {
  readonly assets: number
}

export interface Results {
  readonly sizes: SizePoint[]
  readonly portfolios: PortfolioPoint[]
}

/** The results of the runs that this one continues; without, none. */
export async function readResults(options: Options): Promise<Results> {
  if (!options.continue) return { sizes: [], portfolios: [] }
  const text = await readFile(resolve(ROOT, options.out, 'scale.json'), 'utf8')
  const { sizes, portfolios }: Results = JSON.parse(text)
  return { sizes, portfolios }
}

/** Writes the JSON and the curves. */
export async function writeResults(results: Results, options: Options): Promise<void> {
  const json = `${JSON.stringify({ machine: machine(), commit: commit(), settings: settings(options), ...results }, null, 2)}\n`
  const svg = drawCurves(results)
  const out = resolve(ROOT, options.out)
  await mkdir(out, { recursive: true })
  const folders = options.publish ? [out, join(ROOT, 'docs')] : [out]
  for (const folder of folders) {
    await writeFile(join(folder, 'scale.json'), json)
    await writeFile(join(folder, 'scale.svg'), svg)
  }
}

/** The medians, each with the values that a tenth of the requests are below and above. */
export function formatTable({ sizes, portfolios }: Results): string {
  const head =
    '| assets | bytes per asset | page | page, cached | one asset | delta | summary | unchanged poll | import s |'
  const rows = sizes.map((point) => row(point.storage.assets, point.storage.bytesPerAsset, point))
  const large = portfolios.map((point) => row(point.assets, 0, point))
  return ['many clients', head, ...rows, 'one client', head, ...large].join('\n')
}

function row(assets: number, bytes: number, { cold, warmPage, importSeconds }: Latencies): string {
  const { page, 'one asset': asset, delta, summary, 'unchanged poll': poll } = cold
  const requests = [page, warmPage, asset, delta, summary, poll].map(
    (measured) => measured?.latency,
  )
  const cells = [...requests, importSeconds].map(format)
  return `| ${[assets.toLocaleString('en'), bytes, ...cells].join(' | ')} |`
}

function format(spread: Spread | undefined): string {
  const show = (value: number) => value.toFixed(value < 1 ? 2 : 1)
  return spread ? `${show(spread.median)} (${show(spread.low)}–${show(spread.high)})` : ''
}

function settings({ requests }: Options) {
  return { requests, connections: 1, version: API_VERSION }
}
