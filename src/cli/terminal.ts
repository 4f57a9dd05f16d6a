import type { Readable } from 'node:stream'

/** What commands read and write. */
export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The second stream where a person watches it, so that a bar may move there. */
  readonly watched: NodeJS.WriteStream | null
  readonly stdin: Readable
  /** Has the work cleaned up after when the process is told to break off; gives what takes that back. */
  readonly onBreak: (cleanUp: () => Promise<void>) => () => void
}

const BROKEN_OFF = 130
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The terminal of this process. A reader that goes away, as `head` does, is no fault. */
export function openTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr } = process
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    watched: stderr.isTTY ? stderr : null,
    stdin,
    onBreak: (cleanUp) => {
      const breakOff = () => void cleanUp().finally(() => process.exit(BROKEN_OFF))
      for (const signal of SIGNALS) process.once(signal, breakOff)
      return () => {
        for (const signal of SIGNALS) process.off(signal, breakOff)
      }
    },
  }
}
