import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const ROWS = parseTable(
  ['brand', 'model', 'size', 'material', 'year', 'usd'],
  `
Hermès | Kelly 28 Sellier | 28 cm | Epsom calf, palladium | 2014 | 16500
Hermès | Birkin 35 | 35 cm | Togo calf, gold | 2009 | 14200
Hermès | Carré “Brides de Gala” | 90 × 90 cm | silk twill | 1957 | 480
Chanel | 2.55 flap bag | 25 cm | quilted lambskin | 1989 | 6300
Chanel | Tweed suit | FR 38 | wool bouclé | 1964 | 5200
Christian Dior | Bar jacket, later model | FR 36 | silk shantung | 1951 | 18800
Yves Saint Laurent | Le Smoking | FR 40 | grain de poudre | 1971 | 4700
Louis Vuitton | Steamer trunk, Monogram | 112 cm | canvas, brass, beech | 1925 | 13900
Issey Miyake | Flying Saucer dress | one size | pleated polyester | 1994 | 3900
Azzedine Alaïa | Hooded gown | FR 36 | acetate knit | 1986 | -
`,
)

/** Couture, bags and a trunk. */
export const FASHION: DemoAsset[] = ROWS.map((row) => ({
  category: 'fashion',
  title: `${row.brand} ${row.model}, ${row.year}`,
  value: parseValue(row.usd),
  detail: { ...presentCells(row, 'brand', 'model', 'size', 'material'), year: Number(row.year) },
}))
