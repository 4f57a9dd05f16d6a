import { beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '../../src/modules/retention/purge.writes.ts'
import { ROUTES } from '../../src/sign-in/routes.ts'
import { Browser, personWithPassword } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'

const gateway = gatewayWithoutLimits()
const { prisma, pool } = gateway.database
const wrong = 'not the password of anybody'
const AGENT = { 'User-Agent': `Mozilla/5.0 (X11; Linux) Firefox/140.0 ${'x'.repeat(500)}` }
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
})

const events = async () => {
  const where = { userId: person.userId }
  const rows = await prisma.signInEvent.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ action, outcome, times }) => `${action} ${outcome} ${times}`)
}
const expectEvents = (...expected: string[]) => expect.poll(events).toEqual(expected)
const lines = () =>
  gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in')

test('a sign-in writes a log line and an event, with address, browser and request', async () => {
  const { email, password } = person
  const call = { headers: AGENT }
  const reply = await browser.post('/api/auth/sign-in/email', { email, password }, call)
  await expectEvents('sign_in ok 1')
  const requestId = reply.headers.get('X-Request-Id')
  const [row] = await prisma.signInEvent.findMany({ where: { userId: person.userId } })
  expect(row).toMatchObject({ requestId, ipAddress: '127.0.0.1' })
  expect(row?.userAgent).toHaveLength(300)
  const [line] = lines().filter((each) => each.request_id === requestId)
  expect(line).toMatchObject({
    action: 'sign_in',
    outcome: 'ok',
    user_id: person.userId,
    address: '127.0.0.1',
  })
})

test('failures, confirmations and sign-outs are recorded; the same within a minute is one row', async () => {
  await browser.signIn({ ...person, password: wrong })
  await expectEvents('sign_in invalid_credentials 1')
  await browser.signIn({ ...person, password: wrong })
  await expect.poll(async () => (await events()).join()).toMatch(/invalid_credentials [12](,|$)/)
  await browser.signIn(person)
  await browser.post('/api/auth/confirm', { password: wrong })
  await browser.post('/api/auth/confirm', { password: person.password })
  await browser.post('/api/auth/sign-out')
  const all = async () => (await events()).map((each) => each.replace(/ \d+$/, ''))
  await expect
    .poll(async () => [...new Set(await all())].sort())
    .toEqual(
      [
        ...['confirm invalid_credentials', 'confirm ok', 'sign_in invalid_credentials'],
        ...['sign_in ok', 'sign_out ok'],
      ].sort(),
    )
})

test('many failures are a few rows', async () => {
  const many = Array.from({ length: 30 }, () => browser.signIn({ ...person, password: wrong }))
  await Promise.all(many)
  await expect
    .poll(async () => {
      const rows = await prisma.signInEvent.findMany({ where: { userId: person.userId } })
      return rows.reduce((sum, { times }) => sum + times, 0)
    })
    .toBe(30)
  expect((await events()).length).toBeLessThanOrEqual(4)
  expect((await events()).join()).toContain('rate_limit_exceeded')
})

test('a failure is recorded whose client disconnects before the answer', async () => {
  const waiting = async () => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'sign_in_counters'::regclass`,
    )
    return rowCount
  }
  const other = await pool.connect()
  try {
    await other.query('BEGIN; LOCK TABLE sign_in_counters')
    const url = gateway.url()
    const id = 'disconnects-early'
    const client = new AbortController()
    const sent = fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url, 'X-Request-Id': id },
      body: JSON.stringify({ email: person.email, password: wrong }),
      signal: client.signal,
    }).catch(() => 'disconnected')
    await expect.poll(waiting).toBe(1)
    client.abort()
    expect(await sent).toBe('disconnected')
    await expect.poll(() => gateway.log.join('')).toMatch(new RegExp(`${id}.*"status":499`))
    await other.query('COMMIT')
  } finally {
    other.release(true)
  }
  await expectEvents('sign_in invalid_credentials 1')
})

testTable(ROUTES.filter(({ method, path }) => method === 'post' && !path.endsWith('/check')))(
  'each path that is posted to has its action',
  ({ action }) => {
    expect(action).toMatch(/^[a-z_]+$/)
  },
)

test('no password and no unknown email is in the log or in a table', async () => {
  const typed = 'hunter2-is-my-password@example.com'
  await browser.signIn({ email: typed, password: wrong })
  await browser.signIn({ email: 'correct horse battery', password: wrong })
  await browser.signIn({ ...person, password: wrong })
  await expectEvents('sign_in invalid_credentials 1')
  await expect
    .poll(() => lines().filter(({ user_id }) => user_id === null).length)
    .toBeGreaterThan(1)
  const everything = gateway.log.join('') + JSON.stringify(await prisma.signInEvent.findMany())
  for (const secret of [typed, wrong, 'correct horse battery', person.password, person.email])
    expect(everything).not.toContain(secret)
})

test('the list of sign-in events has no events older than 400 days', async () => {
  await browser.signIn(person)
  await expectEvents('sign_in ok 1')
  const day = 86_400_000
  await purgeExpired(pool, new Date(Date.now() + 399 * day))
  expect(await events()).toHaveLength(1)
  await purgeExpired(pool, new Date(Date.now() + 401 * day))
  expect(await events()).toEqual([])
})
