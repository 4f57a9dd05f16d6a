import type { RunningServer } from '../contenders/server.ts'
import { cpuSeconds, withChildren } from './cpu.ts'
import type { ScaleDatabase } from './database.ts'

/** The processor time that a gateway and its database connections have used, in seconds. */
export interface UsedCpu {
  readonly gateway: number
  readonly database: number
  /** The open connections of the gateway. */
  readonly connections: number
}

/** Reads it; the difference of two readings is what happened between them used. */
export async function readUsedCpu(
  { pool }: ScaleDatabase,
  { pid }: RunningServer,
): Promise<UsedCpu> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orangery'`,
  )
  return {
    gateway: cpuSeconds(withChildren(pid)),
    database: cpuSeconds(rows.map((row) => row.pid)),
    connections: rows.length,
  }
}
