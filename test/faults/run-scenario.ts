import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram, copyWithout } from './program.ts'
import {
  type Control,
  type Row,
  type Run,
  removalsOf,
  type Scenario,
  type Size,
} from './scenario.ts'

const LONGEST_RESULT = 3_000

/** Runs a scenario on the program as it is built. An error that it throws is a line that is not met. */
export async function runScenario(scenario: Scenario, size: Size): Promise<Line[]> {
  const onProgress = createProgress(scenario.name)
  const rows = await isolate((given) =>
    scenario.run({ ...given, program: builtProgram, size, environment: {}, onProgress }),
  ).catch((thrown: unknown): Row[] => [
    { what: 'runs to its end', n: 1, result: describe(thrown), isMet: false },
  ])
  return rows.map((row) => ({ scenario: scenario.name, ...row }))
}

/** Runs a scenario without a defence. The line is met if the row that the defence is for is not. */
export async function runControl(scenario: Scenario, control: Control): Promise<Line> {
  const { without, row: start } = control
  const environment = 'environment' in control ? control.environment : {}
  const onProgress = createProgress(`${scenario.name} without ${without}`)
  const found = await isolate(async (given) => {
    const program = copyWithout(removalsOf(control), join(given.folder, 'program'))
    const rows = await scenario.run({ ...given, program, size: 'control', environment, onProgress })
    return rows.find(({ what }) => what.startsWith(start)) ?? 'no such row'
  }).catch(describe)
  const line = { scenario: scenario.name, what: `control, without ${without}: "${start}" fails` }
  if (typeof found === 'string') return { ...line, n: 1, result: found, isMet: false }
  return { ...line, n: found.n, result: found.result, isMet: !found.isMet }
}

function createProgress(name: string) {
  return (text: string) => void process.stderr.write(`${name}: ${text}\n`)
}

function describe(thrown: unknown): string {
  return String(thrown).slice(0, LONGEST_RESULT)
}

async function isolate<Result>(
  work: (given: Pick<Run, 'folder' | 'atEnd'>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-faults-'))
  chmodSync(folder, 0o711)
  const ends: (() => unknown)[] = []
  try {
    return await work({ folder, atEnd: (end) => void ends.unshift(end) })
  } finally {
    for (const end of ends)
      await Promise.resolve()
        .then(end)
        .catch(() => {})
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

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
