import { pino } from 'pino'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { connect } from '../../../src/database/client.ts'
import { examineEnvironment } from '../../../src/doctor/environment.ts'
import { createGatewayMetrics } from '../../../src/metrics/gateway-metrics.ts'
import { feedJob } from '../../../src/modules/changes/feed-job.ts'
import { JobLoop, readOldest } from '../../../src/modules/jobs/job-loop.ts'
import { noticeJob } from '../../../src/modules/notices/notice-job.ts'
import { OLDEST_UNDELIVERED } from '../../../src/modules/webhooks/due.reads.ts'
import { createId } from '../../../src/values/ids.ts'
import { parseMetrics, sumOf } from '../../metrics/parse-metrics.ts'
import { isCluster } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'
import { reportChanges } from '../../support/feed.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { toDatabase } from '../../support/server.ts'

const database = testDatabase()
const { pool, prisma } = database
const lines: { msg: string; task?: string; refused?: number; item?: string }[] = []
const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
const metrics = createGatewayMetrics(() => 0)
afterEach(() => {
  lines.length = 0
})

const measure = async (metric: string, ...labels: string[]) =>
  sumOf(parseMetrics(await metrics.registry.metrics()), `orangery_job_${metric}`, ...labels)
const runs = (result: string) => measure('runs_total', 'task="changes"', `result="${result}"`)
const items = (task: string, result: string) =>
  measure('items_total', `task="${task}"`, `result="${result}"`)

async function examine(part: string) {
  const mailing = { MAIL_COMMAND: 'cat', PUBLIC_URL: 'https://gateway.example.com' }
  const address = { DATABASE_URL: 'postgresql://nobody@127.0.0.1/x' }
  const config = readConfig({ ...address, ...mailing, AUTH_SECRET: 'a'.repeat(64) })
  const found = await examineEnvironment({ database, config })
  return found.find((each) => each.part === part)
}

const AGAIN = 'the database does the work of a job again'

/** Lets new sessions be read-only, or not. Gives the name of the database. */
async function readOnly(isReadOnly: boolean): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
  const name = rows[0]?.name ?? ''
  const change = isReadOnly ? 'SET default_transaction_read_only = on' : 'RESET ALL'
  await pool.query(`ALTER DATABASE ${name} ${change}`)
  return name
}

// A distributed table cannot be changed by a setting of the coordinator alone.
test.skipIf(isCluster(inject('server')))(
  'a read-only database fails the runs, is logged once with the number of refusals, and is asked less and less',
  async () => {
    const { id: keyId } = await keyWith(database)
    for (let count = 0; count < 6; count++)
      await grantWith(database, keyId, await clientWith(database, []))
    const name = await readOnly(true)
    const refusing = connect(toDatabase(inject('server'), name), { onError: () => {}, poolSize: 4 })
    const jobs = (onEnd: () => void) => [feedJob({ database: refusing, log, onEnd })]
    const loop = new JobLoop({ pool: refusing.pool, log, jobs })
    try {
      loop.start()
      await expect.poll(() => runs('failed')).toBeGreaterThan(6)
      expect([await runs('succeeded'), await items('changes', 'succeeded')]).toEqual([0, 0])
      // All in the first turn, then at most one in each run.
      const tried = await items('changes', 'failed')
      expect(tried).toBeLessThan((await runs('failed')) + 6)
      expect(lines.map(({ msg, task }) => [msg, task])).toEqual([
        ['the database refuses the work of a job, which tries again', 'changes'],
      ])
      expect(await measure('oldest_item_timestamp_seconds', 'task="changes"')).toBeGreaterThan(0)
      await readOnly(false)
      await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`)
      // A client is read twice if its session was ended between the commit and the answer.
      await expect.poll(() => items('changes', 'succeeded')).toBeGreaterThanOrEqual(6)
      await expect.poll(() => runs('succeeded')).toBeGreaterThan(0)
    } finally {
      await readOnly(false)
      await loop.stop()
      await refusing.close()
    }
    expect(lines.filter(({ msg }) => msg === AGAIN)).toHaveLength(1)
  },
)

test('the lag of webhooks is that of the first entry after the place of an endpoint, also before its first try', async () => {
  const { id: keyId } = await keyWith(database)
  for (let count = 0; count < 2; count++)
    await grantWith(database, keyId, await clientWith(database, []))
  await reportChanges(database.serving)
  const at = (position: number) => new Date(Date.UTC(2026, 0, position))
  for (const position of [1, 2])
    await pool.query('UPDATE feed_grants SET at = $1 WHERE key_id = $2 AND position = $3', [
      at(position),
      keyId,
      position,
    ])
  const id = createId('endpoint')
  const endpoint = { id, keyId, url: 'https://1.1.1.1/', sealedSecret: 'of another installation' }
  const place = { generation: '000000000000', position: 0n, ahead: [], nextTryAt: new Date() }
  await prisma.webhookEndpoint.create({ data: { ...endpoint, ...place } })
  const oldest = async (data: object) => {
    await prisma.webhookEndpoint.updateMany({ where: { id }, data })
    return (await readOldest(pool, [{ oldest: OLDEST_UNDELIVERED }]))[0]
  }
  expect(await oldest({})).toEqual(at(1))
  expect(await examine('webhooks')).toMatchObject({
    state: 'advice',
    found: `the oldest item waits since ${at(1).toISOString()}`,
  })
  expect(await examine('webhook_secrets')).toMatchObject({
    state: 'problem',
    found: `1 of 1 cannot be opened: ${id}`,
  })
  expect(await oldest({ ahead: [1n] })).toEqual(at(2))
  expect(await oldest({ ahead: [], position: 1n })).toEqual(at(2))
  expect(await oldest({ generation: 'of another database' })).toEqual(at(1))
  expect(
    await oldest({ state: 'paused', pausedBy: 'firm', pausedAt: new Date(), nextTryAt: null }),
  ).toBeNull()
  expect(
    await oldest({ ...place, state: 'active', pausedBy: null, pausedAt: null, position: 2n }),
  ).toBeNull()
  expect(await examine('webhooks')).toMatchObject({ state: 'sound', found: 'nothing waits' })
})

test('a run of notices of which none could be stored is a failed run, and tells which is the oldest', async () => {
  const { id } = await keyWith(database)
  const expiresAt = new Date(Date.now() + 10 * 86_400_000)
  await prisma.apiKey.updateMany({ where: { id }, data: { expiresAt, createdAt: new Date(0) } })
  const since = new Date(expiresAt.getTime() - 14 * 86_400_000)
  await pool.query(`CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER fails BEFORE INSERT ON sent_key_notices FOR EACH ROW EXECUTE FUNCTION fails()`)
  const job = noticeJob({ database: database.serving, log, now: async () => new Date() })
  const oldest = () => measure('oldest_item_timestamp_seconds', 'task="notices"')
  try {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    job.start()
    vi.useRealTimers()
    await expect.poll(oldest).toBe(since.getTime() / 1000)
    expect(await items('notices', 'failed')).toBe(1)
    expect(await measure('runs_total', 'task="notices"', 'result="failed"')).toBe(1)
    expect(lines).toMatchObject([{ task: 'notices', item: id, msg: 'an item of a job failed' }])
    expect(await examine('notices')).toMatchObject({
      state: 'advice',
      found: `the oldest item waits since ${since.toISOString()}`,
    })
  } finally {
    await pool.query('DROP FUNCTION fails CASCADE')
    await job.stop()
  }
})
