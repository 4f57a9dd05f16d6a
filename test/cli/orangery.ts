import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { run } from '../../src/cli/main.ts'

export interface CommandOutput {
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

/** Runs a command that must succeed, and returns its object. */
export async function runJson(environment: Record<string, string>, ...argv: string[]) {
  const output = await orangery([...argv, '--json'], environment)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
  return jsonOf(output)
}
