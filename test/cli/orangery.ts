import { Readable } from 'node:stream'
import { run } from '../../src/cli/main.ts'

export interface Said {
  code: number
  out: string
  err: string
}

/** Runs one command line in this process, with this environment and nothing else. */
export async function orangery(
  argv: string[],
  environment: Record<string, string> = {},
  stdin = '',
): Promise<Said> {
  const said: Said = { code: -1, out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
    watched: null,
    onBreak: () => () => {},
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
  }
  said.code = await run(argv, terminal, environment)
  return said
}

/** The one object that a command with `--json` printed; throws where it said anything else. */
export function objectOf({ out }: Said) {
  if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one object on one line: ${out}`)
  return JSON.parse(out)
}
