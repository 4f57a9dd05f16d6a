import { parseArgs } from 'node:util'
import { FULL, QUICK, type Size } from './database/size.ts'

/** What a run was asked to do. */
export interface Options {
  readonly quick: boolean
  readonly rounds: number
  /** Of each measured slice, and of the slice before it that does not count. */
  readonly seconds: number
  readonly warmSeconds: number
  readonly connections: number
  readonly size: Size
  /** Names of figures and of contenders; empty: all of them. */
  readonly only: readonly string[]
  /** Where bench.json and bench.svg go. */
  readonly out: string
  /** A folder that keeps the filled database for the next run. */
  readonly data: string | undefined
  /** Write docs/performance.json and docs/performance.svg as well. */
  readonly publish: boolean
}

export const USAGE = `npm run bench -- [options]
  --quick          a smaller database, fewer figures, two short rounds: under two minutes
  --rounds N       rounds; 5, or 2 with --quick
  --seconds N      whole seconds of each slice; 5, or 1 with --quick
  --only A,B       only these figures (list, mixed, single, valuations, documents, summary, steady, depth)
                   or contenders (floor, orangery-cold, orangery, postgraphile, plain)
  --out DIR        where bench.json and bench.svg go; bench/out
  --data DIR       keep the filled database there, and use it again
  --publish        also write docs/performance.json and docs/performance.svg`

const QUICK_FIGURES = ['list', 'mixed', 'single', 'depth']

/** The options of a command line; throws where one is unknown or no number. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      out: { type: 'string', default: 'bench/out' },
      data: { type: 'string' },
      publish: { type: 'boolean', default: false },
    },
  })
  const { quick, out, data, publish } = values
  return {
    quick,
    rounds: whole('--rounds', values.rounds ?? (quick ? '2' : '5')),
    seconds: whole('--seconds', values.seconds ?? (quick ? '1' : '5')),
    // A quick run has one round that does not count, in place of a slice before each slice.
    warmSeconds: quick ? 0 : 1,
    connections: 16,
    size: quick ? QUICK : FULL,
    only: values.only?.split(',') ?? (quick ? QUICK_FIGURES : []),
    out,
    data,
    publish,
  }
}

function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new Error(`${name} takes a whole number from 1; not "${text}".\n${USAGE}`)
}
