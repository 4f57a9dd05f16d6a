import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** The processor time that processes have used, in seconds, by process id. */
export type CpuReading = ReadonlyMap<number, number>

/** Reads it, of the processes that run. Empty except on Linux. */
export function readCpu(pids: readonly number[]): CpuReading {
  const seconds = pids.map((pid) => [pid, statOf(pid)?.seconds] as const)
  return new Map(seconds.flatMap(([pid, used]) => (used === undefined ? [] : [[pid, used]])))
}

/**
 * The seconds that were used between two readings; null if the second one is empty. A process that has ended counts
 * as none: the time that it used is not known any more.
 */
export function cpuBetween(before: CpuReading, after: CpuReading): number | null {
  if (after.size === 0) return null
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

/** A process and its children. */
export function withChildren(pid: number): number[] {
  return [pid, ...childrenOf(pid)]
}

/** The children of a process. None except on Linux. */
export function childrenOf(parent: number): number[] {
  return runningProcesses().filter((pid) => statOf(pid)?.parent === parent)
}

function runningProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function statOf(pid: number): Stat | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

interface Stat {
  readonly parent: number
  readonly seconds: number
}

/** Parses the text of `/proc/PID/stat`: the parent of the process, and its processor time. */
export function parseStat(text: string): Stat {
  // The name of the program, in parentheses, can contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND }
}
