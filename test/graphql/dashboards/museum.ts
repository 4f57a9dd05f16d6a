import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Records } from '../../support/portfolio.ts'

/** Public data of a museum and of metal prices, which is not part of the repository. */
const DATA = join(import.meta.dirname, '../../../../shared/data')
export const HAS_MUSEUM = existsSync(join(DATA, 'treasures_cmoa.ndjson'))

const MOST_ARTWORKS = 200
const CATEGORIES: Readonly<Record<string, string>> = {
  watch: 'watches',
  clock: 'antiques',
  coin_medal: 'coins',
  jewelry: 'jewelry',
  wine: 'wine',
  precious_metal_object: 'precious_metals',
}

interface Work {
  readonly id: string
  readonly title: string | null
  readonly hint?: string
  readonly date_acquired: string | null
  readonly provenance_text: string | null
}

function linesOf(file: string): string[] {
  return readFileSync(join(DATA, file), 'utf8').trim().split('\n')
}

function* recordsOf(work: Work, prices: readonly Price[], place: number) {
  const category = CATEGORIES[work.hint ?? ''] ?? 'art'
  yield { type: 'asset', ref: work.id, title: String(work.title), category }
  const acquired = work.date_acquired?.slice(0, 10)
  if (work.provenance_text)
    yield {
      type: 'document',
      asset: work.id,
      ref: `provenance-${work.id}`,
      document_type: 'provenance',
      title: 'Provenance',
      ...(acquired && {
        issued_on: acquired,
        expires_on: `${2127 + (place % 9)}${acquired.slice(4)}`,
      }),
    }
  // Each asset has another part of the prices, as so many ounces.
  const ounces = BigInt(1 + (place % 7))
  for (const [i, { month, price }] of prices.entries())
    if ((i + place) % 80 === 0)
      yield {
        type: 'valuation',
        asset: work.id,
        value: timesPrice(ounces, price),
        source: 'spot_price',
        valued_at: month,
      }
}

interface Price {
  readonly month: string
  readonly price: string
}

function pricesOf(file: string, metal: string | null): Price[] {
  return linesOf(file)
    .slice(1)
    .map((line) => line.trim().split(','))
    .filter((cells) => metal === null || cells[1] === metal)
    .map((cells) => ({ month: cells[0] ?? '', price: cells.at(-1) ?? '' }))
}

function timesPrice(ounces: bigint, price: string): string {
  const [whole = '0', places = ''] = price.split('.')
  const value = ounces * BigInt(whole + places.slice(0, 4).padEnd(4, '0'))
  return `${value / 10_000n}.${String(value % 10_000n).padStart(4, '0')}`
}

/** The museum's treasures and some of its artworks, valued like gold and silver. One has 190 years of prices. */
export function museumRecords(): Records {
  const works = [
    ...linesOf('treasures_cmoa.ndjson'),
    ...linesOf('artworks_cmoa_9000.ndjson').slice(0, MOST_ARTWORKS),
  ].map((line): Work => JSON.parse(line))
  const metals = ['gold', 'silver'].map((metal) =>
    pricesOf('metal_spot_monthly_1960_2023.csv', metal),
  )
  const records = works
    .filter(({ title }) => title !== null)
    .flatMap((work, place) => [...recordsOf(work, metals[place % 2] ?? [], place)])
  const bar = { type: 'asset', ref: 'bar', title: 'Gold bar', category: 'precious_metals' }
  const history = pricesOf('gold_monthly_1833_2023_datahub.csv', null).map(({ month, price }) => ({
    type: 'valuation',
    asset: 'bar',
    value: timesPrice(400n, price),
    source: 'spot_price',
    valued_at: month,
  }))
  return [...records, bar, ...history]
}
