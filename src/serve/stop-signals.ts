import { isatty } from 'node:tty'
import type { Config } from '../config.ts'

// Ctrl-C reaches a child of npm twice within milliseconds: from the terminal and from npm.
const SAME_KEY_PRESS_MS = 500

/** The signals that stop a process. */
export interface StopSignals {
  readonly first: Promise<NodeJS.Signals>
  /** Aborts at a second signal: nothing is waited for any more. */
  readonly forced: AbortSignal
}

/** Listens for these signals from now on. None of them ends the process by itself any more. */
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

/** How long requests are still accepted after a signal: for Ctrl-C on a terminal, not at all. */
export function graceFor(signal: NodeJS.Signals, { drainGraceMs }: Pick<Config, 'drainGraceMs'>) {
  return signal === 'SIGINT' && isatty(0) ? 0 : drainGraceMs
}
