import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const STONE = ['stone', 'carat', 'cut', 'color', 'clarity'] as const

// Stones are separated by semicolons, and their members by commas.
const ROWS = parseTable(
  ['title', 'kind', 'brand', 'metal', 'purity', 'usd', 'stones'],
  `
Solitaire diamond ring | ring | Tiffany & Co. | platinum | 0.950 | 42000 | diamond, 2.03, round brilliant, F, VS1
Trinity ring | ring | Cartier | gold | 0.750 | 1900 | -
Love bracelet | bracelet | Cartier | gold | 0.750 | 6900 | -
Juste un Clou bracelet | bracelet | Cartier | rose gold | 0.750 | 7600 | -
Panthère brooch | brooch | Cartier | white gold | 0.750 | 68000 | diamond, 4.10, round brilliant, E, VVS2; emerald, 0.22, pear, -, -
Alhambra long necklace, 20 motifs | necklace | Van Cleef & Arpels | gold | 0.750 | 21500 | mother of pearl, -, quatrefoil, -, -
Serpenti Tubogas bracelet | bracelet | Bulgari | gold | 0.750 | 14800 | -
Art Deco sapphire and diamond bracelet | bracelet | - | platinum | 0.950 | 36500 | sapphire, 9.40, calibré, -, -; diamond, 6.80, old European, H, SI1
Art Deco emerald clip | clip | - | platinum | 0.950 | 18400 | emerald, 3.15, octagonal step, -, -
Edwardian pearl and diamond tiara | tiara | - | platinum | 0.950 | 88000 | natural pearl, -, round, -, -; diamond, 14.60, old mine, I, VS2
Natural pearl necklace, two strands | necklace | - | white gold | 0.750 | 124000 | natural pearl, -, round, -, -
Akoya pearl necklace | necklace | Mikimoto | white gold | 0.750 | 5900 | Akoya pearl, -, round, -, -
Ruby and diamond cluster ring | ring | - | gold | 0.750 | 27300 | ruby, 2.48, oval, -, -; diamond, 1.60, round brilliant, G, VS2
Sapphire three-stone ring | ring | - | platinum | 0.950 | 33900 | sapphire, 4.02, cushion, -, -; diamond, 1.10, half moon, F, VS1
Emerald ring | ring | Harry Winston | platinum | 0.950 | 96000 | emerald, 5.07, octagonal step, -, -
Diamond line bracelet | bracelet | - | white gold | 0.750 | 16200 | diamond, 10.00, round brilliant, G, VS2
Diamond stud earrings | earrings | Graff | white gold | 0.750 | 74000 | diamond, 3.01, round brilliant, D, IF; diamond, 3.02, round brilliant, D, IF
Girandole earrings | earrings | - | gold | 0.750 | 12600 | aquamarine, 18.50, pear, -, -
Victorian locket with seed pearls | locket | - | gold | 0.625 | 1450 | seed pearl, -, round, -, -
Georgian mourning ring, 1796 | ring | - | gold | 0.750 | 2300 | -
Signet ring, carved carnelian | ring | - | gold | 0.750 | 1700 | carnelian, 6.00, intaglio, -, -
Cufflinks, lapis lazuli | cufflinks | - | gold | 0.750 | 2100 | lapis lazuli, 8.00, cabochon, -, -
Silver arm ring | bangle | Georg Jensen | silver | 0.925 | 1250 | -
Jadeite bangle 翡翠手镯 | bangle | - | - | - | 58000 | jadeite, 240.00, bangle, apple green, -
`,
)

/** Rings, necklaces, bracelets and the like, with their stones. */
export const JEWELRY: DemoAsset[] = ROWS.map((row) => ({
  category: 'jewelry',
  title: row.brand === '-' ? row.title : `${row.brand} ${row.title}`,
  value: parseValue(row.usd),
  detail: {
    ...presentCells(row, 'kind', 'brand', 'metal', 'purity'),
    stones: parseStones(row.stones),
  },
}))

function parseStones(cell: string) {
  if (cell === '-') return []
  const lines = cell.replaceAll(',', '|').split(';').join('\n')
  return parseTable(STONE, lines).map((row) => presentCells(row, ...STONE))
}
