import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const ARTWORKS = `${FOLDER}artworks_cmoa_9000.ndjson`
const TREASURES = `${FOLDER}treasures_cmoa.ndjson`
const METAL_PRICES = `${FOLDER}metal_spot_monthly_1960_2023.csv`

/** Whether the museum's files are there: beside the repository, not in it. */
export const hasMuseum = [ARTWORKS, TREASURES, METAL_PRICES].every((path) => existsSync(path))

/** What the tests do without the museum's files: they are skipped for this reason. */
export const WITHOUT_MUSEUM = `there is no ${FOLDER}`

interface Holding {
  id: string
  accession_number: string
  title: string | null
  creators: { full_name: string | null }[]
  date_text: string | null
  medium: string | null
  classification: string | null
  department: string
  dimensions_in: Record<string, number>
  credit_line: string | null
  date_acquired: string | null
  physical_location: string | null
  provenance_text: string | null
  hint?: string
}

/**
 * The collection of an art museum as import records: 9,000 works of art and 549 other things, each
 * with a document and in the collection of its department; the other things with a year of
 * monthly values. A work without a title is called by its accession number.
 */
export async function* museumRecords(): AsyncGenerator<Record<string, unknown>> {
  const departments = new Set<string>()
  const prices = lastYearOfPrices()
  for (const path of [ARTWORKS, TREASURES]) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const holding: Holding = JSON.parse(line)
      if (!departments.has(holding.department)) yield collection(holding.department)
      departments.add(holding.department)
      yield asset(holding)
      yield provenance(holding)
      if (holding.hint) yield* valuations(holding, prices)
    }
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

function collection(department: string) {
  return { type: 'collection', ref: department, name: department }
}

function asset(holding: Holding) {
  const category = categoryOf(holding)
  return {
    type: 'asset',
    ref: holding.id,
    title: holding.title ?? `Untitled, ${holding.accession_number}`,
    category,
    description: holding.classification,
    notes: holding.provenance_text,
    seller: holding.credit_line,
    storage_location: holding.physical_location,
    collections: [holding.department],
    category_detail: category === 'art' ? artDetail(holding) : undefined,
    created_at: holding.date_acquired,
  }
}

function artDetail({ creators, date_text, medium, dimensions_in }: Holding) {
  const dimensions = Object.entries(dimensions_in).map(([side, inches]) => `${side} ${inches} in`)
  return {
    creators: creators.flatMap(({ full_name }) => full_name ?? []),
    date: date_text,
    medium,
    dimensions: dimensions.join(', '),
  }
}

const CATEGORIES: Record<string, string> = {
  watch: 'watches',
  clock: 'antiques',
  coin_medal: 'coins',
  jewelry: 'JW',
  wine: 'wine',
  precious_metal_object: 'PM',
}

function categoryOf({ hint }: Holding): string {
  return hint ? (CATEGORIES[hint] ?? 'other') : 'art'
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
