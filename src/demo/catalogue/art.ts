import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const ROWS = parseTable(
  ['creator', 'title', 'date', 'medium', 'dimensions', 'usd', 'edition'],
  `
Katsushika Hokusai | 富嶽三十六景 神奈川沖浪裏 (Under the Wave off Kanagawa), later impression | c. 1831, printed c. 1930 | woodblock print | 25 × 37 cm | 2800 | -
Utagawa Hiroshige | 大はしあたけの夕立 (Sudden Shower over Shin-Ōhashi Bridge) | 1857 | woodblock print | 34 × 22 cm | 14500 | -
Utagawa Hiroshige | Plum Park in Kameido | 1857 | woodblock print | 34 × 22 cm | 11200 | -
Kawase Hasui | 増上寺之雪 (Snow at Zōjō-ji) | 1922 | woodblock print | 39 × 26 cm | 5600 | -
Rembrandt van Rijn | The Three Trees | 1643 | etching | 21 × 28 cm | 68000 | -
Rembrandt van Rijn | Self-Portrait in a Cap, Laughing | 1630 | etching | 5 × 4 cm | 24000 | -
Albrecht Dürer | Melencolia I, later impression | 1514 | engraving | 24 × 19 cm | 58000 | -
Albrecht Dürer | The Rhinoceros, late edition | 1515 | woodcut | 21 × 30 cm | 37000 | -
Francisco de Goya | El sueño de la razón produce monstruos | 1799 | etching and aquatint | 21 × 15 cm | 16800 | -
Giovanni Battista Piranesi | Veduta del Ponte Molle | c. 1762 | etching | 44 × 67 cm | 2300 | -
Honoré Daumier | Rue Transnonain, le 15 avril 1834 | 1834 | lithograph | 29 × 44 cm | 9400 | -
James McNeill Whistler | Nocturne | 1880 | etching and drypoint | 20 × 29 cm | 41000 | -
Henri de Toulouse-Lautrec | Divan Japonais | 1893 | lithographic poster | 81 × 62 cm | 39500 | -
Théophile-Alexandre Steinlen | Tournée du Chat Noir | 1896 | lithographic poster | 136 × 96 cm | 24500 | -
Alfons Mucha | Zodiac | 1896 | lithograph | 66 × 48 cm | 18700 | -
Alfons Mucha | Job | 1896 | lithographic poster | 67 × 46 cm | 15300 | -
Käthe Kollwitz | Mutter mit totem Kind | 1903 | etching | 42 × 48 cm | 12900 | -
Edvard Munch | The Sick Child I | 1896 | lithograph | 42 × 57 cm | 88000 | -
Paul Klee | Seiltänzer | 1923 | lithograph | 43 × 27 cm | 21500 | 142/220
Wassily Kandinsky | Kleine Welten IV | 1922 | lithograph | 27 × 26 cm | 26000 | 88/200
Henri Matisse | Jazz, plate VIII: Icare | 1947 | pochoir | 42 × 27 cm | 64000 | 111/270
Pablo Picasso | Le Repas frugal, late impression | 1904 | etching | 46 × 38 cm | 112000 | -
Pablo Picasso | Visage no. 111 | 1963 | glazed ceramic plate | 25 cm | 13800 | 312/500
Joan Miró | Le Lézard aux plumes d’or, sheet 6 | 1971 | lithograph | 33 × 50 cm | 3900 | 34/195
Joan Miró | Barcelona, sheet XII | 1944 | lithograph | 63 × 47 cm | 31000 | 3/7
Marc Chagall | Le Cirque, plate 16 | 1967 | lithograph | 42 × 32 cm | 15600 | 180/250
Alexander Calder | Spirals | 1974 | lithograph | 75 × 110 cm | 5200 | 61/100
M. C. Escher | Relativity | 1953 | lithograph | 28 × 29 cm | 47500 | -
Josef Albers | Homage to the Square: SP-V | 1967 | screenprint | 62 × 62 cm | 6100 | 98/125
Victor Vasarely | Vega | 1968 | screenprint | 70 × 70 cm | 2700 | 150/250
Bridget Riley | Elapse | 1982 | screenprint | 102 × 64 cm | 22400 | 77/260
David Hockney | Celia | 1973 | lithograph | 109 × 73 cm | 34000 | 25/52
Andy Warhol | Flowers | 1970 | screenprint | 91 × 91 cm | 78000 | 118/250
Roy Lichtenstein | Crying Girl | 1963 | offset lithograph | 46 × 61 cm | 44000 | -
Ellsworth Kelly | Leaf I | 1978 | lithograph | 76 × 107 cm | 9800 | 12/20
Louise Bourgeois | Ode à ma mère, plate 3 | 1995 | drypoint | 30 × 30 cm | 8600 | 71/95
Ansel Adams | Moonrise, Hernandez, New Mexico | 1941, printed 1976 | gelatin silver print | 39 × 49 cm | 62000 | -
Henri Cartier-Bresson | Derrière la gare Saint-Lazare | 1932, printed 1990 | gelatin silver print | 36 × 24 cm | 23500 | -
Dorothea Lange | Migrant Mother, later print | 1936 | gelatin silver print | 34 × 26 cm | 12200 | -
Eugène Atget | Boulevard de Strasbourg, corsets | 1912 | albumen print | 22 × 18 cm | 19400 | -
Unknown, Florentine school | Study of a standing figure | c. 1580 | red chalk on paper | 28 × 16 cm | - | -
Unknown, Dutch school | Still life with lemon and roemer | c. 1650 | oil on panel | 46 × 38 cm | 27000 | -
Unknown, English school | Portrait of a lady in blue | c. 1760 | oil on canvas | 76 × 63 cm | 6800 | -
Unknown, Venetian school | Capriccio with a lagoon | c. 1745 | oil on canvas | 58 × 91 cm | 22000 | -
Unknown, Qing workshop | 山水圖 (Landscape in the style of Wang Hui) | 19th century | ink on silk | 132 × 48 cm | 9100 | -
Unknown, Novgorod school | Святой Николай Чудотворец (Saint Nicholas) | c. 1600 | tempera on panel | 31 × 27 cm | - | -
`,
)

/** Works on paper, photographs, and paintings by unknown artists. */
export const ART: DemoAsset[] = ROWS.map((row) => ({
  category: 'art',
  title: row.title,
  value: parseValue(row.usd),
  description: `${row.creator}, ${row.date}; ${row.medium}, ${row.dimensions}.`,
  detail: {
    creators: [row.creator],
    ...presentCells(row, 'date', 'medium', 'dimensions', 'edition'),
    signed: row.edition !== '-',
  },
}))
