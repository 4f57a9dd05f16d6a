import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** The processor time that processes have used, in seconds, on Linux. One that has ended counts as none. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
}

/** A process and its children. */
export function withChildren(pid: number): number[] {
  try {
    const output = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return [pid, ...output.trim().split('\n').map(Number)]
  } catch {
    return [pid]
  }
}

function cpuOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, can contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
