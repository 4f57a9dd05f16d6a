import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable } from '../parse-table.ts'
import { createRandom } from '../random.ts'

const ROWS = parseTable(
  ['brand', 'model', 'reference', 'year', 'movement', 'case', 'usd'],
  `
Omega | Speedmaster Professional | 145.022 | 1971 | manual | steel | 7800
Omega | Speedmaster Professional | 310.30.42.50.01.001 | 2022 | manual | steel | 6200
Omega | Seamaster 300 | 165.024 | 1967 | automatic | steel | 9500
Omega | Constellation | 168.005 | 1964 | automatic | gold | 3100
Rolex | Submariner | 5513 | 1978 | automatic | steel | 14500
Rolex | Submariner Date | 126610LN | 2021 | automatic | steel | 13400
Rolex | GMT-Master | 1675 | 1969 | automatic | steel | 19800
Rolex | GMT-Master II | 16710 | 1999 | automatic | steel | 12900
Rolex | Cosmograph Daytona | 116520 | 2012 | automatic | steel | 26500
Rolex | Datejust | 1601 | 1974 | automatic | steel and gold | 5400
Rolex | Day-Date | 18038 | 1984 | automatic | gold | 18200
Rolex | Explorer | 1016 | 1981 | automatic | steel | 18900
Patek Philippe | Calatrava | 96 | 1948 | manual | gold | 17500
Patek Philippe | Calatrava | 5196G | 2014 | manual | white gold | 19400
Patek Philippe | Nautilus | 5711/1A | 2018 | automatic | steel | 98000
Patek Philippe | Perpetual Calendar Chronograph | 3970E | 1992 | manual | gold | 142000
Patek Philippe | World Time | 5130P | 2011 | automatic | platinum | 49500
Audemars Piguet | Royal Oak | 15202ST | 2015 | automatic | steel | 71000
Audemars Piguet | Royal Oak Chronograph | 26331ST | 2019 | automatic | steel | 37000
Vacheron Constantin | Patrimony | 81180 | 2013 | manual | rose gold | 15800
Vacheron Constantin | Overseas | 4500V | 2020 | automatic | steel | 24900
A. Lange & Söhne | Lange 1 | 101.021 | 2004 | manual | gold | 26800
A. Lange & Söhne | Datograph | 403.035 | 2003 | manual | platinum | 79000
Jaeger-LeCoultre | Reverso Classic | 250.8.86 | 1998 | manual | steel | 4300
Jaeger-LeCoultre | Memovox | E855 | 1962 | automatic | steel | 5200
Cartier | Tank Louis Cartier | 78086 | 1976 | manual | gold | 8700
Cartier | Santos Galbée | 1564 | 1995 | quartz | steel | 3600
Cartier | Crash | W7001151 | 2014 | manual | rose gold | 165000
IWC | Mark XI | 6B/346 | 1951 | manual | steel | 8900
IWC | Portugieser Chronograph | IW3714 | 2009 | automatic | steel | 5100
Breguet | Classique | 5177BA | 2012 | automatic | gold | 11600
Heuer | Carrera | 2447 | 1966 | manual | steel | 10800
Heuer | Monaco | 1133B | 1971 | automatic | steel | 17200
Zenith | El Primero | A386 | 1970 | automatic | steel | 19500
Universal Genève | Polerouter | 20217 | 1958 | automatic | steel | 3400
Longines | 13ZN Chronograph | 4974 | 1942 | manual | steel | 14200
Tudor | Submariner | 7928 | 1965 | automatic | steel | 9900
Grand Seiko | Snowflake 雪白 | SBGA211 | 2021 | spring_drive | titanium | 4600
Seiko | Astron クオーツ | 35SQ | 1970 | quartz | gold | 9200
F.P. Journe | Chronomètre Bleu | CB | 2016 | manual | tantalum | 78000
`,
)

/** Wristwatches from 1942 to 2022. */
export const WATCHES: DemoAsset[] = ROWS.map((row) => {
  const { brand, model, reference, movement } = row
  const year = Number(row.year)
  const random = createRandom(`${brand} ${reference} ${year}`)
  const modern = year > 1990
  return {
    category: 'watches',
    title: `${brand} ${model}, ${year}`,
    value: parseValue(row.usd),
    availableFrom: year,
    description: `Reference ${reference}, ${row.case} case, ${movement.replace('_', ' ')} movement.`,
    detail: {
      brand,
      model,
      reference,
      serial_number: String(random.integer(1_000_000, 9_999_999)),
      year,
      movement,
      case_material: row.case,
      box: random.chance(modern ? 0.9 : 0.3),
      papers: random.chance(modern ? 0.8 : 0.2),
    },
  }
})
