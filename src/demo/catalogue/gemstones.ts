import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'
import { createRandom } from '../random.ts'

const ROWS = parseTable(
  ['stone', 'carat', 'cut', 'color', 'clarity', 'lab', 'usd'],
  `
Diamond | 1.51 | round brilliant | D | VVS1 | GIA | 28500
Diamond | 3.02 | emerald | G | VS1 | GIA | 61000
Diamond | 5.18 | cushion | H | VS2 | GIA | 118000
Diamond | 0.72 | pear | fancy vivid yellow | VS2 | GIA | 11400
Diamond | 0.41 | radiant | fancy intense pink | SI1 | GIA | 92000
Sapphire | 6.24 | cushion | royal blue | eye clean | SSEF | 84000
Sapphire | 3.11 | oval | cornflower blue | eye clean | Gübelin | 38000
Padparadscha sapphire | 2.07 | oval | pinkish orange | eye clean | SSEF | 31000
Ruby | 3.05 | cushion | vivid red | minor inclusions | Gübelin | 145000
Ruby | 1.22 | oval | vivid red | minor inclusions | SSEF | 17800
Emerald | 4.38 | octagonal step | vivid green | minor oil | Gübelin | 57000
Emerald | 2.10 | octagonal step | bluish green | moderate oil | AGL | 9600
Alexandrite | 1.64 | cushion | green to purplish red | eye clean | AGL | 26400
Paraíba tourmaline | 1.90 | pear | neon blue | minor inclusions | Gübelin | 34500
Spinel | 5.03 | cushion | vivid red | eye clean | SSEF | 41000
Tsavorite | 3.47 | oval | vivid green | eye clean | AGL | 8200
Tanzanite | 12.80 | oval | violet blue | loupe clean | - | 5900
Black opal | 7.15 | cabochon | red on black | opaque | - | 19500
Imperial topaz | 9.62 | pear | reddish orange | eye clean | - | 6300
Aquamarine | 21.40 | emerald | deep blue | loupe clean | - | 7700
`,
)

/** Loose stones, most with a laboratory report. */
export const GEMSTONES: DemoAsset[] = ROWS.map((row) => {
  const number = createRandom(`${row.lab} ${row.carat}`).integer(10_000_000, 99_999_999)
  return {
    category: 'gemstones',
    title: `${row.stone}, ${row.carat} ct, ${row.cut}`,
    value: parseValue(row.usd),
    detail: {
      ...presentCells(row, 'carat', 'cut', 'color', 'clarity'),
      stone: row.stone.toLowerCase(),
      ...(row.lab !== '-' && { certification: { lab: row.lab, number: String(number) } }),
    },
  }
})
