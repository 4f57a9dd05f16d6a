import type { Row } from './scenario.ts'

/** A row of the table. `isMet` is null for what was not run. */
export interface Line extends Omit<Row, 'isMet'> {
  readonly scenario: string
  readonly isMet: boolean | null
}

const STATES = { true: 'ok', false: 'FAILS', null: '-' }

/** The head of the table in Markdown. */
export function formatHead(): string {
  const head = ['fault', 'must show', 'N', 'seen', '']
  return formatCells(head) + formatCells(head.map(() => '---'))
}

/** A line of the table. */
export function formatLine({ scenario, what, n, result, isMet }: Line): string {
  return formatCells([scenario, what, String(n), result, STATES[`${isMet}`]])
}

function formatCells(cells: readonly string[]): string {
  return `| ${cells.map(escapeCell).join(' | ')} |\n`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
