import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Sends a signal to a process and to those that it has started. Those that have ended are passed over. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  for (const each of [pid, ...childrenOf(pid)]) signalOne(each, signal)
}

/** The processes that a process has started, and that run. */
export function childrenOf(pid: number): number[] {
  return findChildren(pid)
    .split(/\s+/)
    .map(Number)
    .filter((child) => child > 0)
}

// Small images of Linux have no `pgrep`, and other systems have no `/proc`.
function findChildren(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch {
    return ''
  }
}

/** Kills a process and those that it has started. */
export function killTree(pid: number): void {
  signalTree(pid, 'SIGKILL')
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}
