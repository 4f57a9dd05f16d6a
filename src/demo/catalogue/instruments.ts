import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'
import { createRandom } from '../random.ts'

const ROWS = parseTable(
  ['maker', 'model', 'year', 'usd'],
  `
Steinway & Sons | Model B grand piano | 1924 | 68000
Bösendorfer | 225 grand piano | 1987 | 74000
C. Bechstein | Model E concert grand piano | 1899 | 41000
Gibson | Les Paul Standard | 1959 | 265000
Fender | Stratocaster, sunburst | 1963 | 24500
C. F. Martin & Co. | D-28 | 1941 | 52000
Jean-Baptiste Vuillaume | Violin | 1862 | 220000
Mirecourt workshop | Violoncello | 1890 | 14800
Selmer | Mark VI tenor saxophone | 1962 | 11500
Hermann Hauser | Concert guitar | 1952 | 78000
`,
)

/** Pianos, guitars, strings and a saxophone. */
export const INSTRUMENTS: DemoAsset[] = ROWS.map((row) => ({
  category: 'musical_instruments',
  title: `${row.maker} ${row.model}, ${row.year}`,
  value: parseValue(row.usd),
  detail: {
    ...presentCells(row, 'maker', 'model'),
    year: Number(row.year),
    serial_number: String(createRandom(row.maker).integer(10_000, 399_999)),
  },
}))
