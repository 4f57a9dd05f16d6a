import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'
import { createRandom } from '../random.ts'

const ROWS = parseTable(
  ['country', 'denomination', 'year', 'mint', 'metal', 'grade', 'service', 'usd', 'quantity'],
  `
United States | Double eagle, Saint-Gaudens | 1907 | Philadelphia | gold | MS-65 | PCGS | 6900 | 1
United States | Double eagle, Saint-Gaudens | 1924 | Philadelphia | gold | MS-66 | PCGS | 4900 | 4
United States | Double eagle, Liberty Head | 1904 | Philadelphia | gold | MS-64 | NGC | 4600 | 2
United States | Eagle, Indian Head | 1932 | Philadelphia | gold | MS-64 | NGC | 2500 | 3
United States | Half eagle, Indian Head | 1909 | Denver | gold | MS-63 | PCGS | 1350 | 2
United States | Quarter eagle, Liberty Head | 1878 | Philadelphia | gold | AU-58 | PCGS | 620 | 1
United States | Dollar, Flowing Hair | 1795 | Philadelphia | silver | VF-30 | PCGS | 8400 | 1
United States | Dollar, Draped Bust | 1799 | Philadelphia | silver | XF-45 | NGC | 5900 | 1
United States | Morgan dollar | 1879 | San Francisco | silver | MS-66 | PCGS | 420 | 6
United States | Morgan dollar | 1889 | Carson City | silver | AU-50 | NGC | 7200 | 1
United States | Morgan dollar | 1921 | Philadelphia | silver | MS-63 | - | 85 | 40
United States | Peace dollar | 1928 | Philadelphia | silver | MS-64 | PCGS | 980 | 1
United States | Walking Liberty half dollar | 1921 | Denver | silver | XF-40 | PCGS | 2600 | 1
United States | Buffalo nickel | 1913 | Denver | copper-nickel | MS-66 | PCGS | 340 | 2
United States | Lincoln cent, V.D.B. | 1909 | San Francisco | bronze | MS-64 | PCGS | 2100 | 1
United States | Large cent, Chain | 1793 | Philadelphia | copper | VG-8 | PCGS | 13500 | 1
United Kingdom | Five pounds, Victoria Jubilee | 1887 | London | gold | MS-61 | NGC | 5800 | 1
United Kingdom | Sovereign, Victoria | 1887 | London | gold | MS-62 | NGC | 980 | 5
United Kingdom | Sovereign, George V | 1925 | Pretoria | gold | MS-65 | PCGS | 1120 | 10
United Kingdom | Crown, Gothic | 1847 | London | silver | PF-62 | NGC | 8800 | 1
United Kingdom | Crown, George III | 1819 | London | silver | AU-55 | NGC | 460 | 2
United Kingdom | Penny, Victoria | 1841 | London | copper | MS-64 | PCGS | 390 | 1
United Kingdom | Guinea, George III | 1794 | London | gold | AU-58 | NGC | 1450 | 2
France | 20 francs, Rooster | 1911 | Paris | gold | MS-66 | PCGS | 890 | 20
France | 40 francs, Napoléon | 1811 | Paris | gold | AU-55 | PCGS | 1780 | 3
France | 100 francs, Genius | 1886 | Paris | gold | MS-62 | PCGS | 5200 | 1
France | Écu, Louis XV | 1726 | Paris | silver | XF-45 | - | 310 | 1
Switzerland | 100 Franken, Vreneli | 1925 | Bern | gold | MS-64 | NGC | 16500 | 1
Switzerland | 10 Franken, Vreneli | 1913 | Bern | gold | MS-65 | PCGS | 540 | 12
Switzerland | Thaler, Zürich | 1783 | Zürich | silver | AU-58 | NGC | 1250 | 1
Switzerland | 5 Franken, Shooting Festival Bern | 1885 | Bern | silver | MS-65 | NGC | 620 | 2
Austria | 100 Kronen, Franz Joseph | 1908 | Vienna | gold | PF-62 | NGC | 6400 | 1
Austria | Taler, Maria Theresia, restrike | 1780 | Vienna | silver | MS-64 | - | 48 | 30
Germany | 20 Mark, Wilhelm II | 1913 | Berlin | gold | MS-64 | NGC | 1040 | 6
Germany | 3 Mark, Friedrich der Weise | 1917 | Muldenhütten | silver | PF-64 | NGC | 88000 | 1
Spain | 8 escudos | 1798 | Madrid | gold | AU-53 | NGC | 4100 | 1
Spain | 8 reales, Pillar | 1741 | México | silver | AU-50 | NGC | 690 | 3
Netherlands | Dukaat | 1729 | Utrecht | gold | MS-62 | NGC | 1080 | 2
Italy | Zecchino, Alvise IV Mocenigo | 1763 | Venice | gold | MS-63 | NGC | 1240 | 2
Japan | 一圓銀貨 (1 yen, Meiji) | 1904 | Osaka | silver | MS-64 | PCGS | 430 | 4
China | 袁大頭 (Dollar, Yuan Shikai) | 1914 | Tianjin | silver | AU-58 | PCGS | 390 | 8
Russia | 10 рублей, Николай II | 1899 | Saint Petersburg | gold | MS-63 | NGC | 980 | 5
Rome | Aureus, Hadrian | - | Rome | gold | XF | NGC | 14200 | 1
Rome | Denarius, Marcus Aurelius | - | Rome | silver | VF | - | - | 7
Athens | Tetradrachm, owl | -440 | Athens | silver | AU | NGC | 1650 | 2
`,
)

/** Coins for collectors. The value is that of all pieces together. */
export const COINS: DemoAsset[] = ROWS.map((row) => {
  const { country, denomination, year, quantity, service, usd } = row
  const number = createRandom(`${denomination} ${year} ${row.mint}`).integer(1_000_000, 99_999_999)
  return {
    category: 'coins',
    title: [country, denomination, ...titleYear(year)].join(', '),
    value: usd === '-' ? 'unknown' : parseValue(String(Number(usd) * Number(quantity))),
    quantity,
    detail: {
      country,
      denomination,
      ...(year !== '-' && { year: Number(year) }),
      ...presentCells(row, 'mint', 'metal', 'grade'),
      ...(service !== '-' && {
        grading_service: service,
        certification_number: String(number),
      }),
    },
  }
})

function titleYear(year: string): string[] {
  if (year === '-') return []
  return [year.startsWith('-') ? `${year.slice(1)} BC` : year]
}
