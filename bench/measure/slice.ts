import type { RunningServer } from '../contenders/server.ts'
import { applyLoad, type Load, type LoadResult } from '../load/load.ts'
import { childrenOf, cpuBetween, readCpu, withChildren } from './cpu.ts'

/** The processor time of one request in microseconds. Null: the system does not report it. */
export interface CpuUse {
  /** Of the processes of the contender. */
  readonly gateway: number | null
  /** Of all processes of PostgreSQL. */
  readonly database: number | null
}

/** The measurements of one load. */
export interface Slice extends LoadResult {
  readonly cpu: CpuUse
}

/** Loads a contender, and measures the processor time of the load. `postmaster` is the process of PostgreSQL. */
export async function measureLoad(
  { url, pid }: RunningServer,
  load: Omit<Load, 'url'>,
  postmaster: number,
): Promise<Slice> {
  const read = () => ({
    gateway: readCpu(withChildren(pid)),
    database: readCpu(childrenOf(postmaster)),
  })
  const before = read()
  const result = await applyLoad({ ...load, url })
  const after = read()
  const each = (part: keyof CpuUse) =>
    perRequest(cpuBetween(before[part], after[part]), result.responses)
  return { ...result, cpu: { gateway: each('gateway'), database: each('database') } }
}

/** Seconds of so many requests, as microseconds of each. */
export function perRequest(seconds: number | null, requests: number): number | null {
  return seconds === null ? null : (seconds * 1e6) / requests
}
