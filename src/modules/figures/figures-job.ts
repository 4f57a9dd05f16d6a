import type pg from 'pg'
import { HOUR_MS } from '../../values/durations.ts'
import { type Run, TimedJob, type TimedParts } from '../jobs/timed-job.ts'
import { storeFigures } from './day.writes.ts'
import { storeMonth } from './month.writes.ts'

/** Stores the figures of days and months that have ended, each hour. */
export function figuresJob({ pool, ...options }: TimedParts): TimedJob {
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
