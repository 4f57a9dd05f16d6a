import type { Readable } from 'node:stream'

/** The streams that commands read and write. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The stream for a progress bar: stderr if it is a terminal, otherwise null. */
  readonly progressStream: NodeJS.WriteStream | null
  readonly stdin: Readable
  /** Runs a clean-up before the process ends by a signal. Returns a function that cancels it. */
  readonly onInterrupt: (cleanUp: () => Promise<void>) => () => void
}

const INTERRUPTED_EXIT_CODE = 130
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The terminal of this process. A reader that closes early, such as `head`, is not an error. */
export function openTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr } = process
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    progressStream: stderr.isTTY ? stderr : null,
    stdin,
    onInterrupt: (cleanUp) => {
      const exit = () => void cleanUp().finally(() => process.exit(INTERRUPTED_EXIT_CODE))
      for (const signal of SIGNALS) process.once(signal, exit)
      return () => {
        for (const signal of SIGNALS) process.off(signal, exit)
      }
    },
  }
}
