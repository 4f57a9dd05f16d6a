import { parseArgs } from 'node:util'
import { FULL, QUICK, type Size } from './database/size.ts'

/** The options of one run. */
export interface Options {
  readonly quick: boolean
  readonly rounds: number
  /** The length of each measured slice, and of the warm-up before it, which does not count. */
  readonly seconds: number
  readonly warmSeconds: number
  /** The length of the slices of a round before the others, which does not count. Null: there is none. */
  readonly warmRoundSeconds: number | null
  readonly connections: number
  readonly size: Size
  /** Names of workloads and of contenders; empty: all. */
  readonly only: readonly string[]
  /** A commit whose gateway takes part as well. */
  readonly against: string | undefined
  /** The output folder of bench.json and bench.svg. */
  readonly out: string
  /** The folder of the filled database, which the next run can use again. */
  readonly data: string | undefined
  /** Write docs/performance.json and docs/performance.svg as well. */
  readonly publish: boolean
}

export const USAGE = `npm run bench -- [options]
  --quick          a smaller database, fewer workloads and contenders, two short rounds: less than two minutes
  --rounds N       number of rounds; default 5, or 2 with --quick
  --seconds N      length of each slice in whole seconds; default 5, or 1 with --quick
  --only A,B       only these workloads (list, mixed, single, valuations, documents, summary, steady, depth, limit)
                   or contenders (floor, orangery-cold, orangery, ready, postgraphile, plain)
  --against COMMIT also measure the gateway of this commit, with its own database: the list, one asset, and the GraphQL page
  --out DIR        output folder of bench.json and bench.svg; default bench/out
  --data DIR       keep the filled database in this folder, and use it again
  --publish        also write docs/performance.json and docs/performance.svg`

// Those that the targets need. Latencies at a fixed rate take too long.
const QUICK_ONLY = [
  ...['list', 'mixed', 'single', 'depth', 'limit'],
  ...['floor', 'orangery-cold', 'orangery', 'ready', 'postgraphile'],
]

/** Parses a command line; throws if an option is unknown or a value is not a number. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      against: { type: 'string' },
      out: { type: 'string', default: 'bench/out' },
      data: { type: 'string' },
      publish: { type: 'boolean', default: false },
    },
  })
  const { quick, against, out, data, publish } = values
  return {
    quick,
    rounds: parseWhole('--rounds', values.rounds ?? (quick ? '2' : '5')),
    seconds: parseWhole('--seconds', values.seconds ?? (quick ? '1' : '5')),
    // A quick run has one round that does not count, instead of a warm-up before each slice. With slices of one second,
    // the contenders would still compile their code in the next.
    warmSeconds: quick ? 0 : 1,
    warmRoundSeconds: quick ? 2 : null,
    connections: 16,
    size: quick ? QUICK : FULL,
    only: values.only?.split(',') ?? (quick ? QUICK_ONLY : []),
    against,
    out,
    data,
    publish,
  }
}

function parseWhole(name: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number from 1 to 9999, not "${text}".\n${USAGE}`)
}
