import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How the process of a contender is started. */
export interface ServerPlan {
  readonly name: string
  /** The Node executable and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  /** A path that responds, with any status, once the server is up. */
  readonly ready: string
}

/** A contender whose process is running. */
export interface RunningServer {
  readonly name: string
  readonly url: string
  readonly pid: number
  /** Resident memory of the process in bytes. The peak is null if the system does not report it. */
  readonly memory: () => Promise<{ now: number; peak: number | null }>
  readonly stop: () => Promise<void>
}

const START_MS = 30_000
const STOP_MS = 5_000

/**
 * Starts a contender on a free port of loopback. If it does not start, throws with the end of its
 * log. Aborting `stopped` kills the process.
 */
export async function startServer(
  plan: ServerPlan,
  folder: string,
  stopped: AbortSignal,
): Promise<RunningServer> {
  const log = join(folder, `${plan.name}.log`)
  const file = openSync(log, 'a')
  const port = await freePort()
  const [program, ...args] = plan.command
  const environment = { ...process.env, ...plan.environment, PORT: String(port) }
  const stdio: StdioOptions = ['ignore', file, file]
  const child = spawn(program, args, { env: environment, stdio, signal: stopped })
  const url = `http://127.0.0.1:${port}`
  const stop = () => stopProcess(child)
  try {
    await untilReady(child, url + plan.ready)
  } catch (thrown) {
    await stop()
    throw new Error(
      `${plan.name} did not start: ${thrown}\n${readFileSync(log, 'utf8').slice(-2000)}`,
    )
  }
  const pid = child.pid ?? 0
  return { name: plan.name, url, pid, memory: () => memoryOf(pid), stop }
}

/** Finds a port of loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let ended: Error | null = null
  child.on('error', (error) => {
    ended = error
  })
  child.once('exit', (code) => {
    ended ??= new Error(`it exited with ${code}`)
  })
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(50)) {
    if (ended) throw ended
    if (
      await fetch(url).then(
        ({ body }) => body?.cancel().then(() => true) ?? true,
        () => false,
      )
    )
      return
  }
  throw new Error('it does not respond')
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(deadline)
}

async function memoryOf(pid: number): Promise<{ now: number; peak: number | null }> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return { now: Number(stdout.trim()) * 1024, peak: peakOf(pid) }
}

function peakOf(pid: number): number | null {
  try {
    const match = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return match ? Number(match[1]) * 1024 : null
  } catch {
    return null
  }
}
