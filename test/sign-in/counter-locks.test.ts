import { describe, expect, test } from 'vitest'
import { clearAttempts, countAttempt, uncountAttempt } from '../../src/sign-in/count-attempts.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const pool = () => database.pool
const NOW = new Date()

// Two statements that lock the rows of an account in different orders end in a deadlock.
describe.each([
  ['an attempt that is counted', (subject: string) => countAttempt(pool(), subject, NOW)],
  ['an attempt that is taken back', (subject: string) => uncountAttempt(pool(), subject)],
  ['an account that is cleared', (subject: string) => clearAttempts(pool(), subject)],
])('%s', (_, change) => {
  test('waits for the first span, and holds none of the others', async () => {
    const subject = `account-${crypto.randomUUID()}`
    for (let attempts = 0; attempts < 7; attempts += 1) await countAttempt(pool(), subject, NOW)
    const lock = (span: string) =>
      other.query(
        'SELECT 1 FROM sign_in_counters WHERE subject = $1 AND span = $2 FOR UPDATE NOWAIT',
        [subject, span],
      )
    const other = await pool().connect()
    try {
      await other.query('BEGIN')
      await lock('day')
      const changed = change(subject)
      await expect.poll(waiting).toBe(1)
      expect((await lock('hour')).rowCount).toBe(1)
      expect((await lock('month')).rowCount).toBe(1)
      await other.query('COMMIT')
      await changed
    } finally {
      other.release(true)
    }
  })
})

async function waiting(): Promise<number> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%sign_in_counters%'`,
  )
  return rows[0].count
}
