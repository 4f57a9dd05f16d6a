import { OrangeryError } from '../errors.ts'
import type { Result, Scenario } from '../kit/kit.ts'
import { rehearse } from '../kit/rehearse.ts'
import { writeReport } from '../kit/report.ts'
import { createPlay } from '../kit/sandbox.ts'
import { createScenarios } from '../kit/scenarios.ts'
import { Orangery } from '../orangery.ts'
import { VERSION } from '../version.ts'
import { fromEnvironment, UsageError } from './environment.ts'

/** The options of the command. */
interface Values {
  readonly mirror?: string | undefined
  readonly scenario?: readonly string[] | undefined
  readonly seed?: string | undefined
  readonly timeout?: string | undefined
  readonly json?: boolean | undefined
}

const TIMEOUT_SECONDS = '300' // a sandbox key may have to wait for its next minute

// The kit could not test the mirror, which may be right.
const NOT_TESTED = 3

/**
 * Runs a mirror program through the scenarios, and prints what it lost. Gives the exit code: 0 if it lost nothing, 1 if it
 * did, 3 if the kit could not test it.
 */
export async function verify(values: Values): Promise<number> {
  try {
    return (await passes(values)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof OrangeryError)) throw error
    console.error(error.message)
    return NOT_TESTED
  }
}

async function passes({ mirror, scenario, json, ...values }: Values): Promise<boolean> {
  if (!mirror) throw new UsageError('--mirror takes the command that starts your mirror.')
  const { url, key } = fromEnvironment()
  const stage = {
    url: url.replace(/\/+$/, ''),
    key,
    command: mirror,
    orangery: new Orangery({ url, key }),
    play: createPlay(url, key),
    seed: wholeNumber('--seed', values.seed ?? '0', 0, 900),
    timeoutSeconds: wholeNumber('--timeout', values.timeout ?? TIMEOUT_SECONDS, 1, 3_600),
  }
  const results: Result[] = []
  for (const each of chosen(scenario)) {
    const result = await rehearse(stage, each)
    results.push(result)
    if (!json) console.error(`${each.name}: ${result.passed ? 'pass' : 'FAIL'}`)
  }
  await stage.play({ name: 'reset', seed: 0 })
  const passed = results.every((result) => result.passed)
  const report = { version: VERSION, passed, scenarios: results }
  console.log(json ? JSON.stringify(report, null, 2) : writeReport(results))
  return passed
}

function chosen(names: readonly string[] | undefined): readonly Scenario[] {
  const all = createScenarios()
  if (!names) return all
  const unknown = names.find((name) => !all.some((scenario) => scenario.name === name))
  if (unknown === undefined) return all.filter(({ name }) => names.includes(name))
  const known = all.map(({ name }) => name).join(', ')
  throw new UsageError(`--scenario takes one of ${known}; not ${unknown}.`)
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${option} takes a whole number from ${least} to ${most}.`)
}
