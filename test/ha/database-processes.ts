import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes of the server on a data folder. The postmaster is first: it would start its children again. */
export function databaseProcesses(dataDir: string): number[] {
  const postmaster = readPostmaster(dataDir)
  if (postmaster === undefined) return []
  const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
  return [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]
}

/** Those of them that send the log to a standby. */
export function logSenders(dataDir: string): number[] {
  return databaseProcesses(dataDir).filter((pid) => /walsender/.test(commandOf(pid)))
}

function readPostmaster(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return commandOf(pid).includes(dataDir) ? pid : undefined
  } catch {
    return undefined
  }
}

// After a crash the file of the postmaster names a process that is gone, or by now another one.
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Sends a signal to processes, of which some may have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids.filter((each) => each > 1)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}
