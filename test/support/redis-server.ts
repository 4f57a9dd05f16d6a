import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

/** Whether this machine has redis-server. Tests that need it are skipped where it is not installed. */
export const hasRedis = canRun('redis-server')

function canRun(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A redis-server of the test, in memory only. It can be stopped, killed and started again on its port. */
export class RedisServer {
  readonly port: number
  readonly #options: readonly string[]
  #child: ChildProcess | undefined

  private constructor(port: number, options: readonly string[]) {
    this.port = port
    this.#options = options
  }

  /** Starts a server. `options` are those of its command line, such as `--requirepass x`. */
  static async start(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const address = ['--port', String(this.port), '--bind', '127.0.0.1']
    const fixed = [...address, '--save', '', '--daemonize', 'no']
    this.#child = spawn('redis-server', [...fixed, ...this.#options], {
      stdio: 'ignore',
      cwd: '/tmp',
    })
    await this.#listening()
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal)
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Runs one command on a connection of its own. */
  async command(...[name = '', ...rest]: string[]): Promise<unknown> {
    const client = new Redis(this.port, '127.0.0.1', { protocol: 2 })
    try {
      return await client.call(name, ...rest)
    } finally {
      client.disconnect()
    }
  }

  async #listening(): Promise<void> {
    for (;;) {
      const socket = connect(this.port, '127.0.0.1')
      const open = await new Promise((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      })
      socket.destroy()
      if (open) return
      await pause(10)
    }
  }
}
