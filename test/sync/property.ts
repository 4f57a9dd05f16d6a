import fc from 'fast-check'
import { histories } from './draw-history.ts'
import { Findings } from './findings.ts'
import type { History } from './history.ts'
import { runHistory } from './run-history.ts'
import type { Stage } from './world.ts'

/** How much is run, and from where. */
export interface RunOptions {
  readonly cases: number
  readonly seed: number
  readonly onProgress?: (findings: Findings) => void
  /** How long a failure may be shortened, in milliseconds. Default: not. */
  readonly shrinkFor?: number
}

/** A history with a fault. */
export interface Failure {
  readonly seed: number
  readonly history: History
  /** The faults of this history alone. */
  readonly texts: readonly string[]
}

export interface Result {
  readonly findings: Findings
  readonly failure: Failure | null
}

/**
 * Runs random histories, one on each stage at a time, until so many cases are checked or one history has a
 * fault. Each has a seed of its own.
 */
export async function checkSync(stages: readonly Stage[], options: RunOptions): Promise<Result> {
  const findings = new Findings()
  const failures: Failure[] = []
  let { seed } = options
  const runOn = async (stage: Stage) => {
    while (findings.cases < options.cases && failures.length === 0) {
      const failure = await runSeed(stage, seed++, findings, () => failures.length > 0)
      if (failure) failures.push(failure)
      options.onProgress?.(findings)
    }
  }
  await Promise.all(stages.map(runOn))
  const [first] = failures
  const [stage] = stages
  const failure = first && stage ? await shorten(stage, first, options) : null
  return { findings, failure }
}

async function runSeed(
  stage: Stage,
  seed: number,
  findings: Findings,
  isOver: () => boolean,
): Promise<Failure | null> {
  const [history] = fc.sample(histories, { seed, numRuns: 1 })
  if (!history) return null
  const own = new Findings()
  await runHistory(stage, own, history, isOver)
  findings.include(own)
  return own.total > 0 ? { seed, history, texts: own.texts } : null
}

async function shorten(
  stage: Stage,
  failure: Failure,
  { shrinkFor = 0 }: RunOptions,
): Promise<Failure> {
  if (shrinkFor === 0) return failure
  let { texts } = failure
  const isFlawless = async (tried: History) => {
    const own = new Findings()
    await runHistory(stage, own, tried)
    if (own.total > 0) texts = own.texts
    return own.total === 0
  }
  const { counterexample } = await fc.check(fc.asyncProperty(histories, isFlawless), {
    seed: failure.seed,
    numRuns: 1,
    interruptAfterTimeLimit: shrinkFor,
  })
  return counterexample ? { seed: failure.seed, history: counterexample[0], texts } : failure
}
