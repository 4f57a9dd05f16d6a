import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const ROWS = parseTable(
  ['title', 'maker', 'series', 'year', 'grade', 'usd', 'quantity'],
  `
Penny Black, plate 1a, with margins | Perkins Bacon | Line engraved | 1840 | very fine | 1150 | 1
Basel Dove, 2½ rappen | - | Cantonal issues | 1845 | fine | 14500 | 1
Inverted locomotive, 2 cents | Bureau of Engraving and Printing | Pan-American | 1901 | very fine | 46000 | 1
Charizard, first edition, holographic | Wizards of the Coast | Base Set | 1999 | PSA 9 | 24500 | 1
リザードン (Charizard), no rarity symbol | Media Factory | Base Set | 1996 | PSA 8 | 9800 | 1
Amazing Fantasy no. 15 | Marvel | Amazing Fantasy | 1962 | CGC 4.0 | 36500 | 1
Tin locomotive, gauge 1 | Märklin | Gauge 1 | 1909 | C7 | 7900 | 1
Teddy bear, centre seam | Steiff | - | 1908 | very good | 5600 | 1
Soldiers, boxed sets | W. Britain | Regiments of all nations | 1936 | excellent | 2400 | 14
Fountain pen, Maki-e 蒔絵 | Namiki | Emperor | 1995 | mint | 8300 | 2
`,
)

/** Stamps, cards, toys and the like. */
export const COLLECTIBLES: DemoAsset[] = ROWS.map((row) => ({
  category: 'collectibles',
  title: row.title,
  value: parseValue(row.usd),
  quantity: row.quantity,
  detail: { ...presentCells(row, 'maker', 'series', 'grade'), year: Number(row.year) },
}))
