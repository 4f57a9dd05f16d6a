import { readFileSync } from 'node:fs'
import {
  assetRecord,
  collectionRecord,
  type Holding,
  holdings,
  METAL_PRICES,
} from '../../bench/imports/museum.ts'

/**
 * The collection of an art museum as import records: 9,000 works of art and 549 other things, each
 * with a document and in the collection of its department; the other things with a year of
 * monthly values.
 */
export async function* museumRecords(): AsyncGenerator<Record<string, unknown>> {
  const departments = new Set<string>()
  const prices = lastYearOfPrices()
  for await (const holding of holdings()) {
    if (!departments.has(holding.department)) yield collectionRecord(holding.department)
    departments.add(holding.department)
    yield assetRecord(holding)
    yield provenance(holding)
    if (holding.hint) yield* valuations(holding, prices)
  }
}

/** The same as bytes of NDJSON, in chunks of about 64 KiB. */
export async function* museumFile(): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const record of museumRecords()) {
    text += `${JSON.stringify(record)}\n`
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

function provenance({ id, accession_number, date_acquired }: Holding) {
  return {
    type: 'document',
    asset: id,
    ref: `provenance of ${id}`,
    document_type: 'provenance',
    title: `Provenance of ${accession_number}`,
    issuer: 'Carnegie Museum of Art',
    issued_on: date_acquired,
  }
}

/** Month by month: the day, and the price of an ounce in cents. */
type Prices = { date: string; cents: number }[]

function* valuations({ id, medium, accession_number }: Holding, prices: Record<string, Prices>) {
  const ounces = 1 + (accession_number.length % 9)
  for (const { date, cents } of prices[medium?.includes('gold') ? 'gold' : 'silver'] ?? []) {
    const value = ((ounces * cents) / 100).toFixed(2)
    yield { type: 'valuation', asset: id, value, source: 'spot_price', valued_at: date }
  }
}

function lastYearOfPrices(): Record<string, Prices> {
  const prices: Record<string, Prices> = { gold: [], silver: [] }
  for (const row of readFileSync(METAL_PRICES, 'utf8').trim().split('\n').slice(1)) {
    const [date = '', metal = '', price = ''] = row.trim().split(',')
    prices[metal]?.push({ date, cents: Math.round(Number(price) * 100) })
  }
  return Object.fromEntries(Object.entries(prices).map(([metal, all]) => [metal, all.slice(-12)]))
}
