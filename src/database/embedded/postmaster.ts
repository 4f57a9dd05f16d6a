import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { serverEnvironment } from './command.ts'
import { openLog } from './log.ts'
import { settingArguments } from './settings.ts'

/** A live server process, as it describes itself in its data folder. */
export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  ready: boolean
}

/** A server process that we started ourselves. */
export interface Started {
  pid: number | undefined
  /** What it said before it ended; `undefined` while it runs. */
  failure: () => string | undefined
}

const stopTimeoutMs = 60_000

/** Finds the live server of a data folder, whoever started it. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const [pidLine, , , port, socketDir, , , status] = readLockFile(dataDir)
  const pid = Number(pidLine)
  if (!isAlive(pid) || !isAt(pid, dataDir)) return undefined
  return { pid, port: Number(port), socketDir: socketDir ?? '', ready: status?.trim() === 'ready' }
}

function readLockFile(dataDir: string): string[] {
  try {
    return fs.readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A server works in its data folder. Linux alone lets us look; elsewhere the number must do. */
function isAt(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') return true
  const there = fs.statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false })
  const here = fs.statSync(dataDir)
  return there?.ino === here.ino && there.dev === here.dev
}

/**
 * Starts the server in a session of its own, so that Ctrl-C reaches us and not the server, and
 * without holding up our own end. PostgreSQL's lock file admits one server to a data folder.
 */
export function startPostmaster(cluster: Cluster, bin: string, socketDir: string): Started {
  dropForeignLock(cluster.dataDir)
  const log = openLog(`${cluster.dataDir}.log`)
  const options = ['-D', cluster.dataDir, ...settingArguments(socketDir)]
  const child = spawn(join(bin, 'postgres'), options, {
    ...cluster.account,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor],
  })
  log.close()
  child.unref()
  let failure: (() => string) | undefined
  child.once('error', (error) => {
    failure = () => error.message
  })
  child.once('exit', () => {
    failure ??= log.tail
  })
  return { pid: child.pid, failure: () => failure?.() }
}

/**
 * After a crash the number in the lock file may have gone to an unrelated process, in a restarted
 * container more likely than not, and PostgreSQL would wait for that one to end.
 */
function dropForeignLock(dataDir: string): void {
  // Of a server in single-user mode the number is negative.
  const pid = Math.abs(Number(readLockFile(dataDir)[0]))
  if (isAlive(pid) && !isAt(pid, dataDir)) fs.rmSync(join(dataDir, 'postmaster.pid'))
}

/** Stops the server, ending its sessions but no commit, and returns once it has let go. */
export async function stopPostmaster(dataDir: string): Promise<void> {
  const { pid } = findPostmaster(dataDir) ?? {}
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  for (const end = Date.now() + stopTimeoutMs; Date.now() < end; await sleep(20)) {
    if (findPostmaster(dataDir)?.pid !== pid) return
  }
}
