import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const program = join(import.meta.dirname, '../../bin/orangery.js')

/** The options of Node in the start script and in the container. */
export const NODE_OPTIONS = ['--v8-pool-size=1', '--heap-growing-percent=60']

/** Workers need an address of Redis. Without Redis each counts its share, and nothing is left on this machine. */
export const NO_REDIS = 'redis://127.0.0.1:1'

/** Where programs run that are to read no `.env` of a developer. */
export const ELSEWHERE = tmpdir()

/** The exit code of a process, and its output. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** `orangery serve` in its own process, with only this environment. `start`: another start file than the built one. `cwd`: where it looks for `.env`. */
export class GatewayProcess {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  out = ''
  err = ''

  constructor(environment: Record<string, string>, start = program, cwd = ELSEWHERE) {
    const env = { PATH: process.env.PATH, PORT: '0', DRAIN_GRACE_MS: '0', ...environment }
    this.child = spawn(process.execPath, [...NODE_OPTIONS, start, 'serve'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (text) => {
      this.out += text
    })
    this.child.stderr?.on('data', (text) => {
      this.err += text
    })
    this.ended = once(this.child, 'close').then(([code]) => ({
      code,
      out: this.out,
      err: this.err,
    }))
  }

  /** Waits until the output matches. Throws if the process ends before. */
  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.out)
      if (found) return found
      const output = this.child.stdout
      if (!output || this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`it ended: ${this.out}${this.err}`)
      await Promise.race([once(output, 'data'), this.ended])
    }
  }

  async url(): Promise<string> {
    return (await this.waitForOutput(/"address":"([^"]+)"/))[1] ?? ''
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.child.kill(signal)
    return this.ended
  }
}
