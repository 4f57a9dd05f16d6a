import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  readonly out: (text: string) => void
  /** Writes to the standard output, for large outputs. Resolves when the stream accepts more. */
  readonly write: (text: string) => Promise<void>
  /** The same for what has to arrive whole: resolves when it is written, and rejects if nobody reads it. */
  readonly writeBytes: (bytes: Uint8Array) => Promise<void>
  readonly err: (text: string) => void
  /** The stream for a progress bar: stderr if it is a terminal, otherwise null. */
  readonly progressStream: NodeJS.WriteStream | null
  readonly stdin: Readable
  /** Asks a question and returns the typed line. Null if there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | null
  /** Runs a clean-up before the process ends by a signal. Returns a function that cancels it. */
  readonly onInterrupt: (cleanUp: () => Promise<void>) => () => void
}

const INTERRUPTED_EXIT_CODE = 130
// A terminal that is closed sends SIGHUP.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The terminal of this process. A reader that closes early, such as `head`, is not an error. */
export function openTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr } = process
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    out: (text) => void stdout.write(text),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    writeBytes: (bytes) =>
      new Promise((resolve, reject) => {
        stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    err: (text) => void stderr.write(text),
    progressStream: stderr.isTTY ? stderr : null,
    stdin,
    ask: stdin.isTTY && stderr.isTTY ? (question) => askOn(stdin, stderr, question) : null,
    onInterrupt: (cleanUp) => {
      const exit = () => void cleanUp().finally(() => process.exit(INTERRUPTED_EXIT_CODE))
      for (const signal of SIGNALS) process.once(signal, exit)
      return () => {
        for (const signal of SIGNALS) process.off(signal, exit)
      }
    },
  }
}

async function askOn(input: Readable, output: Writable, question: string): Promise<string> {
  const lines = createInterface({ input, output })
  return lines.question(question).finally(() => lines.close())
}
