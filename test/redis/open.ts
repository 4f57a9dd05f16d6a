import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { type OpenQuota, openQuota } from '../../src/load/open-quota.ts'
import type { Quota, QuotaState } from '../../src/load/quota.ts'

/** A quota as a process opens it, and its log. */
export interface TestQuota extends OpenQuota {
  readonly log: readonly string[]
}

// Half a second in which this process runs: on a machine without a free core, Redis itself can be late.
const PATIENCE = { answerTicks: 45 }
const HASH_KEY = 'for tests alone, and for nothing else'
const open = new Set<OpenQuota>()

/** Opens a quota in Redis. `closeAll` closes it. */
export async function openRedis(redisUrl: string, processes = 1): Promise<TestQuota> {
  const log: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
  const common = { redisUrl, processes, hashKey: HASH_KEY, log: logger }
  const opened = await openQuota({ ...PATIENCE, ...common })
  open.add(opened)
  return { ...opened, log }
}

export function closeAll(): void {
  for (const each of open) each.close()
  open.clear()
}

/** Spends `times` from the subject over the quotas in turn, `parallel` at a time. */
export async function spendAll(
  quotas: readonly Quota[],
  { subject, limit, times, parallel = 50 }: Readonly<SpendAll>,
): Promise<QuotaState[]> {
  const states: QuotaState[] = []
  let left = times
  const worker = async (quota: Quota) => {
    while (left-- > 0) states.push(await quota.spend(subject, limit))
  }
  const workers = Array.from({ length: parallel }, (_, i) => quotas[i % quotas.length])
  await Promise.all(workers.map((quota) => quota && worker(quota)))
  return states
}

interface SpendAll {
  readonly subject: string
  readonly limit: number
  readonly times: number
  readonly parallel?: number
}

export function admitted(states: readonly QuotaState[]): number {
  return states.filter(({ exceeded }) => !exceeded).length
}

/** Waits until Redis is, or is not, in use. */
export async function waitForUse(quota: OpenQuota, available: boolean): Promise<void> {
  while (quota.redisState()?.available !== available) await pause(2)
}
