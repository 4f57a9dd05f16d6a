import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable, presentCells } from '../parse-table.ts'

const ROWS = parseTable(
  ['author', 'title', 'publisher', 'year', 'edition', 'language', 'usd'],
  `
Charles Darwin | On the Origin of Species by Means of Natural Selection | John Murray | 1859 | second issue | English | 118000
Charles Dickens | A Christmas Carol | Chapman & Hall | 1843 | first | English | 21000
Charles Dickens | Bleak House, in twenty monthly parts | Bradbury & Evans | 1853 | first | English | 4800
Jane Austen | Emma, three volumes | John Murray | 1816 | first | English | 46000
Daniel Defoe | The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: Who lived Eight and Twenty Years, all alone in an un-inhabited Island on the Coast of America, near the Mouth of the Great River of Oroonoque; Having been cast on Shore by Shipwreck, wherein all the Men perished but himself. With An Account how he was at last as strangely deliver’d by Pyrates. Written by Himself | W. Taylor | 1719 | fourth | English | 9700
Lewis Carroll | Alice’s Adventures in Wonderland | Macmillan | 1866 | second | English | 14500
Arthur Conan Doyle | The Hound of the Baskervilles | George Newnes | 1902 | first | English | 6900
Oscar Wilde | The Picture of Dorian Gray | Ward, Lock | 1891 | first | English | 5400
James Joyce | Ulysses | Shakespeare and Company | 1922 | first, 1 of 750 | English | 38000
Virginia Woolf | To the Lighthouse | Hogarth Press | 1927 | first | English | 17500
F. Scott Fitzgerald | The Great Gatsby | Charles Scribner’s Sons | 1925 | first | English | 8200
Ernest Hemingway | The Old Man and the Sea | Charles Scribner’s Sons | 1952 | first | English | 2600
J. R. R. Tolkien | The Hobbit | George Allen & Unwin | 1937 | second impression | English | 19500
Ian Fleming | Casino Royale | Jonathan Cape | 1953 | first | English | 31000
Harper Lee | To Kill a Mockingbird | J. B. Lippincott | 1960 | first | English | 16200
Marcel Proust | Du côté de chez Swann | Bernard Grasset | 1913 | first | French | 9900
Gustave Flaubert | Madame Bovary, deux volumes | Michel Lévy frères | 1857 | first | French | 4300
Jules Verne | Vingt mille lieues sous les mers | J. Hetzel | 1871 | first illustrated | French | 5200
Denis Diderot | Encyclopédie, planches, onze volumes | Briasson | 1772 | first | French | 52000
Johann Wolfgang von Goethe | Faust. Eine Tragödie | J. G. Cotta | 1808 | first | German | 7400
Franz Kafka | Die Verwandlung | Kurt Wolff | 1915 | first | German | 11800
Thomas Mann | Buddenbrooks, zwei Bände | S. Fischer | 1901 | first | German | 8900
Miguel de Cervantes | El ingenioso hidalgo Don Quixote de la Mancha, cuatro tomos | Joaquín Ibarra | 1780 | Academia | Spanish | 24000
Gabriel García Márquez | Cien años de soledad | Editorial Sudamericana | 1967 | first | Spanish | 3800
Лев Толстой | Война и миръ, шесть томов | Типография Т. Рис | 1869 | second | Russian | 28500
Unknown | ألف ليلة وليلة (The Thousand and One Nights), two volumes | Bulaq Press | 1835 | first Arabic | Arabic | 19000
夏目漱石 | こゝろ (Kokoro) | 岩波書店 | 1914 | first | Japanese | 5600
Isaac Newton | Philosophiæ Naturalis Principia Mathematica | - | 1726 | third | Latin | 26000
Andreas Vesalius | De humani corporis fabrica, imperfect copy | - | 1555 | second | Latin | -
Unknown | Book of Hours, use of Rouen, manuscript on vellum | - | 1480 | manuscript | Latin | 64000
`,
)

/** First and early editions, and a manuscript. */
export const BOOKS: DemoAsset[] = ROWS.map((row) => ({
  category: 'books',
  title: row.title,
  value: parseValue(row.usd),
  description: `${row.author}, ${row.year}; ${row.edition}.`,
  detail: {
    ...presentCells(row, 'author', 'publisher', 'edition', 'language'),
    year: Number(row.year),
  },
}))
