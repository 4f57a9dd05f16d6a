import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../paths.ts'

const FOLDER = join(ROOT, '../shared/data')
const ARTWORKS = join(FOLDER, 'artworks_cmoa_9000.ndjson')
const TREASURES = join(FOLDER, 'treasures_cmoa.ndjson')

/** The file of metal prices beside those of the museum. */
const METAL_PRICES = join(FOLDER, 'metal_spot_monthly_1960_2023.csv')

/** Whether the museum's files are there: beside the repository, not in it. */
export const hasMuseum = [ARTWORKS, TREASURES, METAL_PRICES].every((path) => existsSync(path))

/** The reason why nothing runs without the museum's files. */
export const WITHOUT_MUSEUM = `there is no ${FOLDER}`

/** A work of the museum. */
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

/** The collection of an art museum: 9,000 works of art and 549 other things, which have a hint. */
export async function* holdings(): AsyncGenerator<Holding> {
  for (const path of [ARTWORKS, TREASURES])
    for await (const line of createInterface({ input: createReadStream(path) }))
      yield JSON.parse(line)
}

/** The import record of a department. */
export function collectionRecord(department: string) {
  return { type: 'collection', ref: department, name: department }
}

/** The import record of a work. A work without a title is called by its accession number. */
export function assetRecord(holding: Holding) {
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
