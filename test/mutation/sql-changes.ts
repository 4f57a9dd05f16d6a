import type { Change } from './sites.ts'

// The words that narrow or order rows. A text without these words is not SQL.
const IS_SQL = /\b(?:WHERE|AND|JOIN|ORDER BY|SELECT)\b/
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/\bAND\b(?! [0-9$])/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/ (?:=) (?!ANY|ALL)/g, ' <> '],
  [/ <> /g, ' = '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/\bDESC\b/g, 'ASC'],
]

/** The changes of conditions and orders in a text that is SQL. */
export function sqlChanges(start: number, text: string): Change[] {
  if (!IS_SQL.test(text)) return []
  return CHANGES.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      operator: 'change a condition of SQL',
      start: start + index,
      end: start + index + found.length,
      replacement,
    })),
  )
}
