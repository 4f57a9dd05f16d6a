import type { Row } from './scenario.ts'

/** A row of the table. `isMet` is null for what was not run. */
export interface Line extends Omit<Row, 'isMet'> {
  readonly scenario: string
  readonly isMet: boolean | null
}

const STATES = { true: 'ok', false: 'FAILS', null: '-' }

/** The table in Markdown. */
export function formatTable(lines: readonly Line[]): string {
  const rows = lines.map(({ scenario, what, n, result, isMet }) => [
    scenario,
    what,
    String(n),
    result,
    STATES[`${isMet}`],
  ])
  const head = ['fault', 'must show', 'N', 'seen', '']
  const all = [head, head.map(() => '---'), ...rows]
  return all.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |\n`).join('')
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
