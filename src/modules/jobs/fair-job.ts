import type { Logger } from 'pino'
import { type Due, FairWork } from './fair-work.ts'
import { JobHealth } from './job-health.ts'
import type { Job } from './job-loop.ts'

type WorkOptions = Omit<ConstructorParameters<typeof FairWork>[0], 'health'>

interface FairJobOptions extends WorkOptions, Pick<Job, 'due' | 'oldest' | 'failure'> {
  readonly name: JobHealth['name']
  readonly log: Logger
  /** Lists what is due at an instant of the database. It may leave out what is postponed. */
  readonly list: (at: Date, postponed: string[]) => Promise<readonly Due[]>
}

/** A job whose work is that of firms, which take turns. Several processes share it. */
export interface FairJob extends Job {
  /** Does everything that is due at an instant of the database. */
  runOnce(at: Date): Promise<void>
}

export function fairJob({ name, log, list, ...options }: FairJobOptions): FairJob {
  const { due, oldest, failure } = options
  const health = new JobHealth(name, log)
  const fairWork = new FairWork({ ...options, health })
  // Returns the number of items that are due.
  const begin = async (at: Date) => {
    const items = await list(at, fairWork.postponed)
    fairWork.offer(items)
    return items.length
  }
  return {
    ...{ health, due, oldest, failure },
    async look(at, isDue) {
      if (isDue && !fairWork.isListed && !fairWork.isResting) await begin(at)
    },
    async runOnce(at) {
      while (!fairWork.isResting && (await begin(at)) > 0) await fairWork.idle()
    },
    stop: () => fairWork.stop(),
  }
}
