import type { Scenario } from './scenarios.ts'
import type { Outcome } from './trial.ts'

/** A trial of a scenario, and whether it went as it has to. */
export interface Row {
  readonly scenario: Scenario
  readonly run: number
  readonly outcome: Outcome
}

const HEADINGS = [
  'scenario',
  'run',
  'no reads s',
  'no plants s',
  'no imports s',
  'slowest s',
  'good',
  '503',
  'acknowledged',
  'lost',
  'wrong',
  '',
]

/** Whether nothing was lost and no answer was wrong; of the control, whether the loss was found. */
export function passes({ scenario, outcome }: Row): boolean {
  if (scenario.isControl) return outcome.lost.length > 0
  return outcome.lost.length === 0 && outcome.wrong.length === 0
}

/** The rows as a table, aligned for a terminal. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  const format = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((cells) => format(cells).trimEnd()).join('\n')
}

/** What was lost and wrong in a trial: of each kind the number and the first. */
export function formatFaults({ lost, wrong }: Outcome): string {
  const kinds = new Map<string, string[]>()
  for (const fault of [...lost, ...wrong]) {
    const [kind = ''] = fault.split(/[ ?]/)
    kinds.set(kind, [...(kinds.get(kind) ?? []), fault])
  }
  return [...kinds.values()].map((faults) => `    ${faults.length} × ${faults[0]}\n`).join('')
}

function cellsOf(row: Row): string[] {
  const { scenario, run, outcome } = row
  const times = [
    outcome.withoutReads,
    outcome.withoutPlants,
    outcome.withoutImports,
    outcome.slowest,
  ]
  const counts = [outcome.good, outcome.unavailable, outcome.acknowledged]
  return [
    scenario.name,
    String(run),
    ...times.map((time) => (time / 1000).toFixed(1)),
    ...counts.map(String),
    String(outcome.lost.length),
    String(outcome.wrong.length),
    verdictOf(row),
  ]
}

function verdictOf(row: Row): string {
  if (!passes(row)) return row.scenario.isControl ? 'NO LOSS FOUND' : 'FAILED'
  return row.scenario.isControl ? 'loss found' : 'ok'
}
