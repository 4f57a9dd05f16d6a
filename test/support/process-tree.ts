import { spawnSync } from 'node:child_process'

/** Sends a signal to a process and to those that it has started. Those that have ended are passed over. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return
  const children = spawnSync('pgrep', ['-P', String(pid)])
    .stdout.toString()
    .split('\n')
  for (const each of [pid, ...children.map(Number)]) if (each > 0) signalOne(each, signal)
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
