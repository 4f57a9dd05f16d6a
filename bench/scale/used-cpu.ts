import type { RunningServer } from '../contenders/server.ts'
import { type CpuReading, cpuBetween, readCpu, withChildren } from '../measure/cpu.ts'
import type { ScaleDatabase } from './database.ts'

/** The processor time that a gateway and its database connections have used. */
export interface UsedCpu {
  readonly gateway: CpuReading
  readonly database: CpuReading
  /** The open connections of the gateway. */
  readonly connections: number
}

/** Reads it. `cpuPerRequest` compares two readings. */
export async function readUsedCpu(
  { pool }: ScaleDatabase,
  { pid }: RunningServer,
): Promise<UsedCpu> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orangery'`,
  )
  return {
    gateway: readCpu(withChildren(pid)),
    database: readCpu(rows.map((row) => row.pid)),
    connections: rows.length,
  }
}

/** The processor time of each of so many requests between two readings, in milliseconds. */
export function cpuPerRequest(before: UsedCpu, after: UsedCpu, requests: number) {
  const each = (part: 'gateway' | 'database') =>
    ((cpuBetween(before[part], after[part]) ?? 0) * 1000) / requests
  return { gatewayCpu: each('gateway'), databaseCpu: each('database') }
}
