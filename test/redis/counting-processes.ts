import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'counting-process.js')
const BUILT = join(import.meta.dirname, '../../dist/load/open-quota.js')
const PARALLEL = 64

/** The counts of one process. */
export interface Counted {
  readonly admitted: number
  readonly milliseconds: number
  /** How often Redis went out of use. The limit is exact only where that is 0. */
  readonly outages: number
  /** The ends of the windows it saw, in seconds. */
  readonly ends: readonly number[]
}

/** Processes that count in one Redis. */
export class CountingProcesses {
  readonly #children: readonly ChildProcess[]

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children
  }

  get count(): number {
    return this.#children.length
  }

  /** `quota`: the built file that opens the quota. */
  static async start(redisUrl: string, count: number, quota = BUILT): Promise<CountingProcesses> {
    const children = Array.from({ length: count }, () =>
      fork(program, [redisUrl, String(count), quota]),
    )
    await Promise.all(children.map((child) => once(child, 'message')))
    return new CountingProcesses(children)
  }

  /** Spends `times` from the subject, divided among the processes, all at once. */
  spend(subject: string, limit: number, times: number): Promise<Counted[]> {
    const each = { subject, limit, times: times / this.#children.length, parallel: PARALLEL }
    return Promise.all(
      this.#children.map(async (child) => {
        const answer = once(child, 'message')
        child.send(each)
        return (await answer)[0]
      }),
    )
  }

  stop(): void {
    for (const child of this.#children) if (child.connected) child.disconnect()
  }
}
