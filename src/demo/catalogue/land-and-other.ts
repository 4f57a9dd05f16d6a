import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const HOUSES = parseTable(
  ['title', 'address', 'country', 'area', 'built', 'tenure', 'usd'],
  `
Farmhouse with orchard | Rural Route 7, Windham County, Vermont | US | 285 | 1842 | freehold | 1240000
Brownstone, garden floor | Brooklyn Heights, New York | US | 141 | 1858 | condominium | 2150000
Flat with a view of the lake | Quai du Mont-Blanc, Genève | CH | 128 | 1931 | freehold | 3400000
Chalet „Edelweiß“ | Oberdorfstrasse, Mürren | CH | 176 | 1968 | freehold | 2100000
Casa de pedra | Alfama, Lisboa | PT | 92 | 1790 | leasehold | 690000
`,
)

const OTHERS = parseTable(
  ['title', 'usd', 'attributes'],
  `
Timber rights, north lot | 185000 | area: 41 ha; species: sugar maple; term: until 2044
Meteorite, Gibeon, etched slice | 6800 | class: IVA iron; weight: 1,240 g; locality: Namibia
Ammonite pair, polished | 950 | age: Jurassic; locality: Madagascar; diameter: 21 cm
Bonsai, 五葉松 (Japanese white pine) | 4400 | age: about 70 years; height: 64 cm; pot: Tokoname
Letters and diaries, family archive | - | extent: 3.5 shelf metres; years: 1871–1949
`,
)

/** Houses and flats. */
export const REAL_ESTATE: DemoAsset[] = HOUSES.map((row) => ({
  category: 'real_estate',
  title: row.title,
  value: parseValue(row.usd),
  detail: {
    ...presentCells(row, 'address', 'country', 'tenure'),
    area_m2: row.area,
    year_built: Number(row.built),
  },
}))

/** Assets of the category `other`. */
export const OTHER: DemoAsset[] = OTHERS.map((row) => ({
  category: 'other',
  title: row.title,
  value: parseValue(row.usd),
  detail: {
    attributes: Object.fromEntries(row.attributes.split('; ').map((pair) => pair.split(': '))),
  },
}))
