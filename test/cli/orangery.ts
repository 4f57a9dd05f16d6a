import { Readable } from 'node:stream'
import { beforeAll, expect } from 'vitest'
import { run } from '../../src/cli/main.ts'
import type { Database } from '../../src/database/client.ts'
import { addressOf } from './address.ts'

interface CommandOutput {
  code: number
  out: string
  err: string
}

/** Runs one command line in this process, with this environment and nothing else. */
export async function orangery(
  argv: string[],
  environment: Record<string, string> = {},
  stdin = '',
  typed: string | null = null,
): Promise<CommandOutput> {
  const output: CommandOutput = { code: -1, out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      output.out += text
    },
    err: (text: string) => {
      output.err += text
    },
    write: async (data: string | Uint8Array) => {
      output.out += typeof data === 'string' ? data : Buffer.from(data).toString('latin1')
    },
    ask: typed === null ? null : async () => typed,
    progressStream: null,
    onInterrupt: () => () => {},
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
  }
  output.code = await run(argv, terminal, environment)
  return output
}

/** The object that a command with `--json` printed. Throws if the output is anything else. */
export function jsonOf({ out }: CommandOutput) {
  if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one object on one line: ${out}`)
  return JSON.parse(out)
}

/** The objects that a command printed, one a line; each line must be one, and end. */
export const linesOf = (out: string) =>
  (out.match(/[^\n]*\n/g) ?? []).map((line) => JSON.parse(line))

/** Runs a command that must succeed, and returns its object. */
export async function runJson(environment: Record<string, string>, ...argv: string[]) {
  const output = await orangery([...argv, '--json'], environment)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
  return jsonOf(output)
}

/** The environment of commands on the database of a test file, from its first test on. */
export function environmentOf<More extends object>(database: Database, more?: More) {
  const environment = { DATABASE_URL: '', ...more } as { DATABASE_URL: string } & More
  beforeAll(async () => {
    environment.DATABASE_URL = await addressOf(database)
  })
  return environment
}
