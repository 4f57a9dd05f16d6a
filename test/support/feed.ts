import { pino } from 'pino'
import type { Database } from '../../src/database/client.ts'
import { databaseClock } from '../../src/database/clock.ts'
import { FeedJob } from '../../src/modules/changes/feed-job.ts'

const log = pino({ level: 'silent' })

/** Reports in the feeds of keys what has changed. */
export async function reportChanges(database: Database): Promise<void> {
  await new FeedJob({ database, log, now: databaseClock(database.pool) }).runOnce()
}
