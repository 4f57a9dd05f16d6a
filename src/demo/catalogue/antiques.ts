import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const ROWS = parseTable(
  ['title', 'maker', 'period', 'origin', 'material', 'dimensions', 'usd'],
  `
Longcase clock, eight-day | Thomas Tompion workshop | c. 1695 | London | walnut, brass | 208 × 44 cm | 74000
Bracket clock | - | c. 1780 | London | ebonised pear wood | 48 × 30 cm | 5800
Carriage clock with repeater | - | c. 1880 | Paris | gilt brass | 18 × 10 cm | 1900
Serpentine commode | - | c. 1755 | Paris | kingwood, marble | 88 × 130 cm | 21500
Bureau bookcase | - | c. 1720 | London | burr walnut | 215 × 102 cm | 16400
Windsor armchairs, set of eight | - | c. 1840 | Yorkshire | yew and elm | 108 × 61 cm | 9300
Lounge chair and ottoman | Herman Miller | 1956 | United States | rosewood, leather | 84 × 83 cm | 12500
Wassily chair | Thonet | 1930 | Germany | tubular steel, canvas | 72 × 78 cm | 8400
Vase, “Les Perruches” | René Lalique | 1919 | France | opalescent glass | 26 cm | 6900
Cameo glass vase | Émile Gallé | c. 1900 | Nancy | acid-etched glass | 34 cm | 4200
Table lamp, leaded glass shade | Tiffany Studios | c. 1905 | New York | bronze, glass | 56 cm | 48000
Dinner service, Onion pattern, 84 pieces | Meissen | c. 1890 | Saxony | porcelain | various | 5100
Blue and white charger 青花盘 | - | Kangxi period | Jingdezhen | porcelain | 38 cm | 13600
Tea caddy, Imari | - | c. 1700 | Arita | porcelain | 14 cm | 1600
Coffee pot | Paul de Lamerie workshop | 1738 | London | silver | 24 cm | 32000
Pitcher no. 432 | Georg Jensen | 1925 | Copenhagen | silver | 23 cm | 7700
Heriz carpet | - | c. 1890 | Heris | wool | 390 × 285 cm | 11800
Terrestrial globe | - | 1824 | London | mahogany, paper | 46 cm | 10200
Reliquary casket | - | 14th century | Limoges | champlevé enamel | 17 × 20 cm | -
Netsuke of a sleeping rat 根付 | - | c. 1830 | Kyoto | boxwood | 4 cm | 3300
`,
)

/** Furniture, clocks, glass, silver and porcelain. */
export const ANTIQUES: DemoAsset[] = ROWS.map((row) => ({
  category: 'antiques',
  title: row.title,
  value: parseValue(row.usd),
  detail: presentCells(row, 'maker', 'period', 'origin', 'material', 'dimensions'),
}))
