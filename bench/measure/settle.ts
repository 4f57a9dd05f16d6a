import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerName } from '../contenders/servers.ts'
import { childrenOf, cpuBetween, readCpu, withChildren } from './cpu.ts'
import type { BenchContext } from './rates.ts'

const LOOK_MS = 2_000
const MOST_MS = 600_000
/** The share of a processor that a contender at rest may use, with its PostgreSQL. */
const AT_REST = 0.05

/**
 * Waits until no contender works on its own account: after a start, a gateway reports in its feeds what is new. That work
 * would otherwise take the processor from the contender that is measured. Throws if one of them does not come to rest.
 */
export async function settle({ servers, postmasterOf, log }: BenchContext): Promise<void> {
  const usedBy = (name: ServerName, pid: number) =>
    readCpu([...withChildren(pid), ...childrenOf(postmasterOf(name))])
  const read = () => new Map([...servers].map(([name, { pid }]) => [name, usedBy(name, pid)]))
  const end = performance.now() + MOST_MS
  for (let before = read(); ; ) {
    await sleep(LOOK_MS)
    const after = read()
    const busy = [...after].filter(([name, used]) => {
      const seconds = cpuBetween(before.get(name) ?? new Map(), used) ?? 0
      return seconds > (AT_REST * LOOK_MS) / 1000
    })
    const names = busy.map(([name]) => name).join(', ')
    if (busy.length === 0) return
    if (performance.now() > end) throw new Error(`these do not come to rest: ${names}`)
    log(`waiting until these are at rest: ${names}`)
    before = after
  }
}
