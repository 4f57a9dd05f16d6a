import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { codeOf, invalidParameter } from '../errors.ts'

export interface Terminal {
  /** Writes help and the object of an error, which nobody has to read. */
  readonly out: (text: string) => void
  /** Writes a result. Resolves when it is written, or throws `invalid_parameter` that says what is `lost`. */
  readonly write: (data: string | Uint8Array, lost: string) => Promise<void>
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

/** The terminal of this process. */
export function openTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr } = process
  // The write that fails rejects. Without a listener, the error would end the process too.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    out: (text) => void stdout.write(text),
    write: (data, lost) =>
      writeTo(stdout, data).catch((cause: unknown) => {
        const message = `Standard output cannot be written (${codeOf(cause)}): ${lost}.`
        throw invalidParameter(message, { cause })
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

/** Resolves when the data is written, and rejects if it cannot be. */
export function writeTo(stream: Writable, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()))
  })
}

async function askOn(input: Readable, output: Writable, question: string): Promise<string> {
  const lines = createInterface({ input, output })
  return lines.question(question).finally(() => lines.close())
}
