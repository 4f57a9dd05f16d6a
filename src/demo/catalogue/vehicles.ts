import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const ROWS = parseTable(
  ['make', 'model', 'year', 'mileage', 'engine', 'usd'],
  `
Porsche | 911 Carrera RS 2.7 Touring | 1973 | 88400 | 2.7 l flat-six | 585000
Porsche | 356 B Cabriolet | 1961 | 61200 | 1.6 l flat-four | 148000
Mercedes-Benz | 280 SL | 1969 | 102300 | 2.8 l straight-six | 112000
Mercedes-Benz | 300 SL Roadster | 1958 | 47100 | 3.0 l straight-six | 1250000
Jaguar | E-Type Series 1 4.2 | 1965 | 71900 | 4.2 l straight-six | 134000
Aston Martin | DB6 Vantage | 1967 | 83600 | 4.0 l straight-six | 298000
Citroën | DS 21 Pallas | 1968 | 119500 | 2.2 l straight-four | 46000
Lancia | Aurelia B20 GT | 1955 | 56800 | 2.5 l V6 | 139000
Land Rover | Series I 86 | 1954 | 40200 | 2.0 l straight-four | 38000
Vincent | Black Shadow Series C | 1950 | 22700 | 1.0 l V-twin | 92000
`,
)

/** Classic cars and a motorcycle. */
export const VEHICLES: DemoAsset[] = ROWS.map((row) => ({
  category: 'vehicles',
  title: `${row.make} ${row.model}, ${row.year}`,
  value: parseValue(row.usd),
  detail: {
    ...presentCells(row, 'make', 'model', 'engine'),
    year: Number(row.year),
    mileage_km: Number(row.mileage),
  },
}))
