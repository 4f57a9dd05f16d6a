import { parseArgs } from 'node:util'

/** The options of one run. */
export interface Options {
  /** Assets in the database at which it measures, ascending. */
  readonly sizes: readonly number[]
  /** Assets of the one client whose portfolio is large. */
  readonly portfolios: readonly number[]
  /** Clients of a firm with a year of history, which is measured instead; 0: none is. */
  readonly clients: number
  /** Requests of each kind. */
  readonly requests: number
  /** The address of a PostgreSQL server, for a superuser. */
  readonly server: string
  readonly out: string
  readonly publish: boolean
  readonly keep: boolean
  readonly continue: boolean
}

export const USAGE = `npm run bench:scale -- [options]
  --sizes A,B        assets in the database at which it measures; default 1000,10000,100000
  --portfolios A,B   assets of the one client with a large portfolio; default 1000,10000,100000
  --clients N        instead, a firm of so many clients, one with 100,000 assets, with a year of history
  --requests N       requests of each kind; default 300
  --server URL       a PostgreSQL server on this machine, for a superuser; default postgres://root@127.0.0.1:5432/postgres
  --out DIR          output folder of scale.json and scale.svg; default bench/out
  --keep             do not drop the databases orangery_scale and orangery_portfolios at the end
  --continue         let the kept databases grow, and add to the results in the output folder
  --publish          also write docs/scale.json and docs/scale.svg`

/** Parses a command line; throws if an option is unknown or a value is not a number. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
      portfolios: { type: 'string', default: '1000,10000,100000' },
      clients: { type: 'string' },
      requests: { type: 'string', default: '300' },
      server: { type: 'string', default: 'postgres://root@127.0.0.1:5432/postgres' },
      out: { type: 'string', default: 'bench/out' },
      continue: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      publish: { type: 'boolean', default: false },
    },
  })
  return {
    ...values,
    sizes: parseList(values.sizes),
    portfolios: parseList(values.portfolios),
    requests: parseWhole(values.requests),
    clients: values.clients === undefined ? 0 : parseWhole(values.clients),
  }
}

function parseList(text: string): number[] {
  return text === ''
    ? []
    : text
        .split(',')
        .map(parseWhole)
        .sort((a, b) => a - b)
}

function parseWhole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`"${text}" is not a whole number.\n${USAGE}`)
}
