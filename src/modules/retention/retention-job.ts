import { measured } from '../../measured.ts'
import { DAY_MS } from '../../values/durations.ts'
import { TimedJob, type TimedParts } from '../jobs/timed-job.ts'
import { purgeExpired } from './purge.writes.ts'

const WITHHELD =
  'a purge was withheld: it would take too much of a table in one go. Check the clock of the database, then run: orangery purge'

export function retentionJob({ pool, ...options }: TimedParts): TimedJob {
  const { log } = options
  return new TimedJob({
    ...options,
    name: 'retention',
    everyMs: DAY_MS,
    failure: 'expired rows were not removed',
    run: async (now, run) => {
      const { removed, withheld } = await purgeExpired(pool, now, { run })
      for (const [table, rows] of Object.entries(removed)) measured.emit('purged', table, rows)
      if (!run.isOver()) measured.emit('purgesWithheld', withheld.length)
      if (Object.keys(removed).length > 0) log.info({ removed }, 'expired rows removed')
      if (withheld.length > 0) log.error({ withheld }, WITHHELD)
    },
  })
}
