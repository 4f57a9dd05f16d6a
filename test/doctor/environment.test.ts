import { afterAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { examineEnvironment, judgeServer } from '../../src/doctor/environment.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()

async function examine(environment: Record<string, string> = {}, on = database) {
  const config = readConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1/x', ...environment })
  const found = await examineEnvironment({ database: on, config })
  return Object.fromEntries(found.map((each) => [each.part, each]))
}

afterAll(() => vi.restoreAllMocks())

describe('the environment', () => {
  test('is sound where everything fits', async () => {
    const { server, connections, clock, redis, folder } = await examine()
    expect(server).toMatchObject({ state: 'sound', remedy: null })
    expect(connections).toMatchObject({ state: 'sound' })
    expect(clock).toMatchObject({ state: 'sound' })
    // Not in use here.
    expect([redis, folder]).toEqual([undefined, undefined])
  })

  test.each([
    [{ standby: true }, 'problem', /the primary server/],
    [{ otherIcu: true }, 'advice', /REINDEX INDEX CONCURRENTLY assets_by_title_idx/],
  ])('has a server with %j', (changed, state, remedy) => {
    const found = judgeServer({ version: 18, standby: false, otherIcu: false, ...changed }, true)
    expect(found).toMatchObject({ state, remedy: expect.stringMatching(remedy) })
  })

  test('has more connections than the server takes', async () => {
    const { connections } = await examine({ DATABASE_POOL: '200', GATEWAY_PROCESSES: '1000' })
    expect(connections).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('up to 200000'),
      remedy: 'Raise max_connections, or lower DATABASE_POOL (200).',
    })
  })

  test('has mails that were given up', async () => {
    const mailing = { MAIL_COMMAND: 'cat', PUBLIC_URL: 'https://gateway.example.com' }
    expect((await examine()).mail).toBeUndefined()
    expect((await examine(mailing)).mail).toMatchObject({ state: 'sound' })
    const mail = { kind: 'notice', email: 'ada@example.com', about: {} } as const
    await database.prisma.mail.create({ data: { id: 'mail_1', ...mail, state: 'failed' } })
    const { mail: found } = await examine(mailing)
    const count = 'in seven days 0 sent, 1 given up; 0 wait for another try'
    expect(found).toMatchObject({ state: 'advice', found: count })
    expect(JSON.stringify(found)).not.toContain('ada@')
  })

  test('has a purge that is withheld', async () => {
    const { pool } = database
    expect((await examine()).retention).toMatchObject({ state: 'sound' })
    await pool.query(`INSERT INTO idempotency_keys (actor, key, at)
      SELECT 'user', n::text, now() - interval '91 days' FROM generate_series(1, 101) n`)
    const { retention } = await examine()
    await pool.query('DELETE FROM idempotency_keys')
    expect(retention).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('idempotency_keys (over 100 of 101)'),
      remedy: "Check the database's clock, then run: orangery purge --yes",
    })
  })

  test('has a clock that is wrong', async () => {
    const real = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => real - 60_000)
    const { clock } = await examine()
    vi.restoreAllMocks()
    expect(clock).toMatchObject({ state: 'problem', remedy: 'Synchronize both clocks with NTP.' })
  })

  test('has a database role that is not there', async () => {
    const { role } = await examine()
    const remedy = 'Run: orangery migrate --runtime-role nobody'
    const found = 'there is no role nobody'
    expect(role).toEqual({ part: 'role', state: 'problem', found, remedy })
  })

  test('serves as the owner, which works and is not advised', async () => {
    const { rows } = await database.pool.query<{ name: string }>('SELECT current_user AS name')
    const owner = rows[0]?.name ?? ''
    const found = `${owner}, which serves requests, can change the schema`
    for (const at of [`${owner}@127.0.0.1/x`, `${owner}:p@/x?host=/tmp`, `/x?user=${owner}`]) {
      const { role } = await examine({ DATABASE_URL: `postgresql://${at}` })
      expect(role).toMatchObject({ state: 'advice', found })
    }
  })

  test('has a Redis that does not answer, and its password is not shown', async () => {
    const { redis } = await examine({ REDIS_URL: 'redis://:secret-word@127.0.0.1:1' })
    expect(redis).toMatchObject({ state: 'problem', found: 'does not answer' })
    expect(JSON.stringify(redis)).not.toContain('secret-word')
  })
})
