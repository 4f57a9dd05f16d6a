import { isatty } from 'node:tty'
import type { Config } from '../config.ts'

// Ctrl-C reaches a child of npm twice within milliseconds: from the terminal and from npm.
const SAME_KEY_PRESS_MS = 500

/** The signals that stop a process. */
interface StopSignals {
  readonly first: Promise<NodeJS.Signals>
  /** Aborts at a second signal: the process must then stop without waiting. */
  readonly forced: AbortSignal
}

/** Listens for these signals. From now on, none of them ends the process by itself. */
export function listenForStop(signals: readonly NodeJS.Signals[]): StopSignals {
  const force = new AbortController()
  const first = new Promise<NodeJS.Signals>((resolve) => {
    let firstAt: number | undefined
    const receive = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now()
      resolve(signal)
      if (performance.now() - firstAt > SAME_KEY_PRESS_MS) force.abort()
    }
    for (const signal of signals) process.on(signal, receive)
  })
  return { first, forced: force.signal }
}

/** How long requests are still accepted after a signal, in milliseconds. After Ctrl-C on a terminal: 0. */
export function graceFor(signal: NodeJS.Signals, { drainGraceMs }: Pick<Config, 'drainGraceMs'>) {
  return signal === 'SIGINT' && isatty(0) ? 0 : drainGraceMs
}
