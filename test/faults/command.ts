import { parseArgs } from 'node:util'
import { formatHead, formatLine, type Line, runControl, runScenario } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

/**
 * `npm run faults`: runs every scenario and its controls, on this machine alone, and prints a table, each line when it is known. `--short`
 * tries each a few times, `--only a,b` runs these scenarios, `--no-controls` and `--only-controls` a part of
 * each. Exit code 1: a promise was not kept, or a control did not fail.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      controls: { type: 'boolean', default: true },
      'only-controls': { type: 'boolean', default: false },
    },
    allowNegative: true,
  })
  let isKept = true
  // One by one: a run takes most of an hour, and may be ended before.
  const print = (lines: readonly Line[]) => {
    for (const line of lines) {
      process.stdout.write(formatLine(line))
      if (line.isMet === false) isKept = false
    }
  }
  process.stdout.write(formatHead())
  for (const scenario of choose(values.only)) {
    const missing = scenario.unavailable?.() ?? (values.short ? scenario.needsTime : undefined)
    if (missing) {
      print([notRun(scenario, missing)])
      continue
    }
    if (!values['only-controls'])
      print(await runScenario(scenario, values.short ? 'short' : 'full'))
    if (!values.controls) continue
    for (const control of scenario.controls) print([await runControl(scenario, control)])
  }
  return isKept ? 0 : 1
}

function notRun({ name }: Scenario, reason: string): Line {
  return { scenario: name, what: `not run: ${reason}`, n: 0, result: '', isMet: null }
}

function choose(only: string | undefined): readonly Scenario[] {
  if (only === undefined) return SCENARIOS
  const names = only.split(',')
  const unknown = names.filter((name) => !SCENARIOS.some((each) => each.name === name))
  const known = SCENARIOS.map(({ name }) => name).join(', ')
  if (unknown.length > 0) throw new Error(`--only takes ${known}; unknown: ${unknown.join(', ')}`)
  return SCENARIOS.filter(({ name }) => names.includes(name))
}
