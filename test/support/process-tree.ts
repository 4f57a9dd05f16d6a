import { spawnSync } from 'node:child_process'

/** Sends a signal to a process and to those that it has started. Those that have ended are passed over. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  for (const each of [pid, ...childrenOf(pid)]) signalOne(each, signal)
}

/** The processes that a process has started, and that run. */
export function childrenOf(pid: number): number[] {
  const lines = spawnSync('pgrep', ['-P', String(pid)])
    .stdout.toString()
    .split('\n')
  return lines.map(Number).filter((child) => child > 0)
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
