import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../database/clock.ts'
import { type Run, TimedJob } from '../jobs/timed-job.ts'
import { storeFigures } from './day.writes.ts'
import { storeMonth } from './month.writes.ts'

const HOUR_MS = 3_600_000

interface FiguresOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly now: Clock
}

/** Stores the figures of days and months that have ended, each hour. */
export function figuresJob({ pool, ...options }: FiguresOptions): TimedJob {
  return new TimedJob({
    ...options,
    name: 'figures',
    everyMs: HOUR_MS,
    failure: 'figures were not stored',
    run: (now, run) => storeDue(pool, now, run),
  })
}

/** Stores the figures that are due, as items of a run. */
export async function storeDue(pool: pg.Pool, now: Date, run: Run): Promise<void> {
  await storeFigures(pool, now, run)
  if (!run.isOver()) await storeMonth(pool, now, run)
}
