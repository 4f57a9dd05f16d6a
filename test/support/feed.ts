import { pino } from 'pino'
import type { Database } from '../../src/database/client.ts'
import { databaseClock } from '../../src/database/clock.ts'
import { feedJob } from '../../src/modules/changes/feed-job.ts'

const log = pino({ level: 'silent' })

/** Reports in the feeds of keys what has changed. */
export async function reportChanges(database: Database, logged = log): Promise<void> {
  const job = feedJob({ database, log: logged, onEnd: () => {} })
  await job.runOnce(await databaseClock(database.pool)())
}
