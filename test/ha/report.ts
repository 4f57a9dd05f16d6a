import type { Scenario } from './scenarios.ts'
import type { Outcome } from './trial.ts'

/** A trial of a scenario, and whether it went as it has to. */
export interface Row {
  readonly scenario: Scenario
  readonly run: number
  readonly outcome: Outcome
}

/** The columns of the table, by their headings. */
const COLUMNS: readonly (readonly [heading: string, cell: (row: Row) => unknown])[] = [
  ['scenario', ({ scenario }) => scenario.name],
  ['run', ({ run }) => run],
  ['no reads s', ({ outcome }) => secondsOf(outcome.withoutReads)],
  ['no plants s', ({ outcome }) => secondsOf(outcome.withoutPlants)],
  ['no imports s', ({ outcome }) => secondsOf(outcome.withoutImports)],
  ['slowest s', ({ outcome }) => secondsOf(outcome.slowest)],
  ['good', ({ outcome }) => outcome.good],
  ['503', ({ outcome }) => outcome.unavailable],
  ['acknowledged', ({ outcome }) => outcome.acknowledged],
  ['lost', ({ outcome }) => outcome.lost.length],
  ['wrong', ({ outcome }) => outcome.wrong.length],
  ['', verdictOf],
]

/** Whether nothing was lost and no answer was wrong; of the control, whether the loss was found. */
export function passes({ scenario, outcome }: Row): boolean {
  if (scenario.isControl) return outcome.lost.length > 0
  return outcome.lost.length === 0 && outcome.wrong.length === 0
}

/** The rows as a table, aligned for a terminal. */
export function formatTable(rows: readonly Row[]): string {
  const cellsOf = (row: Row) => COLUMNS.map(([, cell]) => String(cell(row)))
  const lines = [COLUMNS.map(([heading]) => heading), ...rows.map(cellsOf)]
  const widths = COLUMNS.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  const format = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((cells) => format(cells).trimEnd()).join('\n')
}

/** The losses and faults of a trial: of each kind the number and the first. */
export function formatFaults({ lost, wrong }: Outcome): string {
  const kinds = new Map<string, string[]>()
  for (const fault of [...lost, ...wrong]) {
    const [kind = ''] = fault.split(/[ ?]/)
    kinds.set(kind, [...(kinds.get(kind) ?? []), fault])
  }
  return [...kinds.values()].map((faults) => `    ${faults.length} × ${faults[0]}\n`).join('')
}

function secondsOf(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function verdictOf(row: Row): string {
  if (!passes(row)) return row.scenario.isControl ? 'NO LOSS FOUND' : 'FAILED'
  return row.scenario.isControl ? 'loss found' : 'ok'
}
