import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { serverPid } from '../database/server-pid.ts'
import { listen } from '../support/listen.ts'
import { signalTree } from '../support/process-tree.ts'

const VERSIONS = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs, as Debian installs them; undefined where there is none. */
export function findPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const [version] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))
  const bin = join(VERSIONS, version ?? '', 'bin')
  return existsSync(join(bin, 'pg_basebackup')) ? bin : undefined
}

/** The account that servers run as: PostgreSQL does not run as root. */
export function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  return uid !== undefined && gid !== undefined ? { uid, gid } : {}
}

/** A PostgreSQL server that a test starts, breaks and stops. It trusts everybody on this machine. */
export class OwnServer {
  readonly #bin: string
  readonly #data: string
  readonly #connections: number
  readonly port: number

  constructor(bin: string, folder: string, port: number, connections = 20) {
    this.#connections = connections
    this.#bin = bin
    this.#data = join(folder, `server-${port}`)
    this.port = port
    mkdirSync(this.#data, { mode: 0o700 })
    const { uid, gid } = account()
    if (uid !== undefined && gid !== undefined) chownSync(this.#data, uid, gid)
  }

  create(): void {
    const trusting = ['-U', 'postgres', '-A', 'trust', '--no-sync']
    // The language of the shell may not be installed.
    this.#run('initdb', '-D', this.#data, ...trusting, '--locale=C', '--encoding=UTF8')
    this.start()
  }

  /** Makes this a standby of another server. */
  follow({ port }: OwnServer): void {
    const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    this.#run('pg_basebackup', ...from, '-D', this.#data, '-R', '-c', 'fast')
    this.start()
  }

  start(): void {
    const settings = `-p ${this.port} -k '' -c listen_addresses=127.0.0.1 -c max_connections=${this.#connections} -c fsync=off`
    const log = join(this.#data, 'log')
    this.#run('pg_ctl', '-D', this.#data, '-w', '-l', log, '-o', settings, 'start')
  }

  stop(): void {
    const how = ['-D', this.#data, '-m', 'immediate', '-w', 'stop']
    spawnSync(join(this.#bin, 'pg_ctl'), how, account())
  }

  promote(): void {
    this.#run('pg_ctl', '-D', this.#data, '-w', 'promote')
  }

  /** Sends a signal to every process of the server. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    signalTree(serverPid(this.#data) ?? 0, name)
  }

  #run(program: string, ...args: string[]): void {
    execFileSync(join(this.#bin, program), args, { ...account(), cwd: '/', stdio: 'ignore' })
  }
}

/** An address whose server changes, as that of a cluster does after a failover. */
export class MovingAddress {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  target = 0
  port = 0

  constructor() {
    this.#server = createServer((near) => {
      const far = dial(this.target, '127.0.0.1')
      near.pipe(far).pipe(near)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket)
        socket.on('error', () => {}).on('close', () => other.destroy())
      }
    })
  }

  async open(): Promise<void> {
    this.port = (await listen(this.#server)).port
  }

  /** Ends every connection; new ones go to another server. */
  moveTo({ port }: OwnServer): void {
    this.target = port
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
