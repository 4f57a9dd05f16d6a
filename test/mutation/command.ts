import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { concernedTests } from './concerned-tests.ts'
import { drawMutants, type Mutant } from './draw.ts'
import { Trial } from './trial.ts'

/**
 * `npm run test:mutation`: draws mutants of access, load, REST, GraphQL and portfolio data by a seed, and runs
 * the tests that each concerns. `--tree` names another tree, built and installed, to compare with: its source, its
 * tests. `--list` prints the mutants alone, `--from` begins at a later one, `--only` takes those of some files. Exit code 1: a mutant survived.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '120' },
      seed: { type: 'string', default: '43' },
      tree: { type: 'string', default: '.' },
      from: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      /** Seconds for the tests of one mutant. One that never ends is killed by it. */
      limit: { type: 'string', default: '1200' },
      list: { type: 'boolean', default: false },
      unmutated: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const tree = resolve(values.tree)
  const drawn = drawMutants(tree, Number(values.cases), values.seed)
  const chosen = drawn
    .slice(Number(values.from) - 1)
    .filter(({ file }) => file.includes(values.only))
  print(`seed ${values.seed}: ${drawn.length} mutants of ${tree}, ${chosen.length} are tried`)
  if (values.list) for (const mutant of chosen) print(`${placeOf(mutant)}\n${diffOf(mutant)}`)
  if (values.list) return 0
  const trial = new Trial(tree, Number(values.limit) * 1_000)
  try {
    if (values.unmutated && !(await passUnmutated(trial, tree, chosen))) return 1
    return await tryAll(trial, chosen)
  } finally {
    await trial.end()
  }
}

// Tests that fail anyway would kill every mutant.
async function passUnmutated(trial: Trial, tree: string, mutants: readonly Mutant[]) {
  const sets = mutants.map(({ file }) => concernedTests(tree, file))
  const tests = new Set(sets.flatMap(({ close, others }) => [...close, ...others]))
  const { isKilled, by } = await trial.passUnchanged([...tests])
  print(
    isKilled ? `fails without a mutant: ${by}` : `${tests.size} test files pass without a mutant`,
  )
  return !isKilled
}

async function tryAll(trial: Trial, mutants: readonly Mutant[]): Promise<number> {
  const survivors: Mutant[] = []
  for (const [at, mutant] of mutants.entries()) {
    const began = performance.now()
    const { isKilled, by, tests } = await trial.judge(mutant)
    const seconds = Math.round((performance.now() - began) / 1_000)
    const result = isKilled ? `killed by ${by}` : `SURVIVED ${tests} files`
    print(`${at + 1}/${mutants.length} ${placeOf(mutant)}: ${result} (${seconds} s)`)
    if (isKilled) continue
    survivors.push(mutant)
    print(diffOf(mutant))
  }
  const killed = mutants.length - survivors.length
  const share = ((100 * killed) / Math.max(1, mutants.length)).toFixed(1)
  print(`\nkilled ${killed} of ${mutants.length} (${share} %); survived ${survivors.length}:`)
  for (const mutant of survivors) print(`${placeOf(mutant)}\n${diffOf(mutant)}`)
  return survivors.length === 0 ? 0 : 1
}

function placeOf({ file, line, operator }: Mutant): string {
  return `${file}:${line} ${operator}`
}

function diffOf({ before, after }: Mutant): string {
  const marked = (mark: string, text: string) => text.replace(/^/gm, `  ${mark} `)
  return `${marked('-', before)}\n${marked('+', after)}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
