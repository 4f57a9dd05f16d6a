import { type DemoAsset, parseMetal } from '../demo-asset.ts'
import { parseTable } from '../parse-table.ts'
import { createRandom } from '../random.ts'

const ROWS = parseTable(
  ['title', 'metal', 'form', 'purity', 'grams', 'quantity', 'mint'],
  `
Gold bar, 1 kg | gold | bar | 0.9999 | 1000 | 1 | Valcambi
Gold bar, 1 kg | gold | bar | 0.9999 | 1000 | 1 | Argor-Heraeus
Gold bar, 1 kg | gold | bar | 0.9999 | 1000 | 1 | PAMP
Gold bar, 1 kg | gold | bar | 0.9999 | 1000 | 2 | Metalor
Gold bar, 1 kg | gold | bar | 0.9999 | 1000 | 1 | Heraeus
Gold bar, 1 kg | gold | bar | 0.9999 | 1000 | 1 | Perth Mint
Gold bar, 500 g | gold | bar | 0.9999 | 500 | 2 | Umicore
Gold bar, 500 g | gold | bar | 0.9999 | 500 | 1 | Valcambi
Gold bar, 250 g | gold | bar | 0.9999 | 250 | 4 | Argor-Heraeus
Gold bar, 100 g | gold | bar | 0.9999 | 100 | 5 | PAMP
Gold bar, 100 g | gold | bar | 0.9999 | 100 | 10 | Heraeus
Gold bar, 50 g | gold | bar | 0.9999 | 50 | 6 | Umicore
Gold bar, 10 oz | gold | bar | 0.9999 | 311.04 | 2 | Royal Canadian Mint
Gold bar, 1 oz | gold | bar | 0.9999 | 31.1 | 12 | PAMP
Gold bar, 1 oz | gold | bar | 0.9999 | 31.1 | 20 | Royal Mint
Gold bar, 400 oz, good delivery | gold | bar | 0.9950 | 12503.2 | 1 | Rand Refinery
Gold granules, 250 g | gold | granules | 0.9999 | 250 | 1 | Metalor
Krugerrand, 1 oz | gold | coin | 0.9167 | 33.93 | 25 | South African Mint
Krugerrand, 1 oz | gold | coin | 0.9167 | 33.93 | 10 | South African Mint
American Gold Eagle, 1 oz | gold | coin | 0.9167 | 33.93 | 20 | United States Mint
American Gold Eagle, ¼ oz | gold | coin | 0.9167 | 8.48 | 40 | United States Mint
American Gold Buffalo, 1 oz | gold | coin | 0.9999 | 31.1 | 15 | United States Mint
Canadian Maple Leaf, 1 oz, gold | gold | coin | 0.9999 | 31.11 | 30 | Royal Canadian Mint
Wiener Philharmoniker, 1 oz, gold | gold | coin | 0.9999 | 31.1 | 18 | Münze Österreich
Britannia, 1 oz, gold | gold | coin | 0.9999 | 31.1 | 10 | Royal Mint
Australian Kangaroo, 1 oz, gold | gold | coin | 0.9999 | 31.11 | 8 | Perth Mint
China Gold Panda 熊猫, 30 g | gold | coin | 0.9990 | 30 | 12 | China Gold Coin
Sovereign | gold | coin | 0.9167 | 7.99 | 50 | Royal Mint
20 francs, Vreneli | gold | coin | 0.9000 | 6.45 | 60 | Swissmint
50 pesos, Centenario | gold | coin | 0.9000 | 41.67 | 6 | Casa de Moneda de México
Four ducats, restrike | gold | coin | 0.9860 | 13.96 | 10 | Münze Österreich
Silver bar, 1000 oz | silver | bar | 0.9990 | 31103.5 | 3 | Royal Canadian Mint
Silver bar, 15 kg | silver | bar | 0.9990 | 15000 | 2 | Metalor
Silver bar, 5 kg | silver | bar | 0.9999 | 5000 | 4 | Heraeus
Silver bar, 1 kg | silver | bar | 0.9990 | 1000 | 20 | Umicore
Silver bar, 100 oz | silver | bar | 0.9990 | 3110.35 | 10 | Perth Mint
American Silver Eagle, 1 oz | silver | coin | 0.9990 | 31.1 | 500 | United States Mint
Maple Leaf, 1 oz, silver | silver | coin | 0.9999 | 31.11 | 500 | Royal Canadian Mint
Wiener Philharmoniker, 1 oz, silver | silver | coin | 0.9990 | 31.1 | 260 | Münze Österreich
Silver granules, 2.5 kg | silver | granules | 0.9990 | 2500 | 1 | Argor-Heraeus
Platinum bar, 1 kg | platinum | bar | 0.9995 | 1000 | 1 | Valcambi
Platinum bar, 500 g | platinum | bar | 0.9995 | 500 | 2 | Heraeus
American Platinum Eagle, 1 oz | platinum | coin | 0.9995 | 31.12 | 10 | United States Mint
Palladium bar, 1 kg | palladium | bar | 0.9995 | 1000 | 1 | Metalor
Palladium Maple Leaf, 1 oz | palladium | coin | 0.9995 | 31.11 | 8 | Royal Canadian Mint
`,
)

/** Bars, bullion coins and granules, valued by their fine metal. */
export const METALS: DemoAsset[] = ROWS.map((row, index) => {
  const { title, form, purity, grams, quantity, mint } = row
  const metal = parseMetal(row.metal)
  const serial = createRandom(`bar ${index}`).integer(100_000, 999_999)
  return {
    category: 'precious_metals',
    title,
    value: { metal, fineGrams: Number(grams) * Number(purity) * Number(quantity) },
    quantity,
    detail: {
      metal,
      form,
      purity,
      gross_weight_g: grams,
      mint,
      ...(form === 'bar' && quantity === '1' && { serial_number: `${mint[0]}${serial}` }),
    },
  }
})
