import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_PER_SUBJECT } from '../../src/sign-in/count-attempts.ts'
import { Browser, personWithPassword, refusalOf } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
const { pool } = gateway.database
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
let away: string | undefined

beforeEach(async () => {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
})

/** From now on, until it is brought back, every statement on the table fails. */
async function takeAway(table: string) {
  await pool.query(`ALTER TABLE ${table} RENAME TO gone`)
  away = table
}

async function bringBack() {
  if (away !== undefined) await pool.query(`ALTER TABLE gone RENAME TO ${away}`)
  away = undefined
}
afterEach(bringBack)

test('a sign-in that fails unexpectedly is an internal error, and is no attempt at the password', async () => {
  await takeAway('sessions')
  for (let i = 0; i <= MAX_PER_SUBJECT; i++) {
    const reply = await browser.signIn(person)
    expect(refusalOf(reply)).toEqual([500, 'internal_error'])
    expect(reply.headers.getSetCookie()).toEqual([])
  }
  await bringBack()
  expect((await browser.signIn(person)).status).toBe(200)
})

test('a session that cannot be read is an internal error, and not a request without a session', async () => {
  await browser.signIn(person)
  await takeAway('sessions')
  const read = () => browser.get('/api/auth/get-session')
  expect(refusalOf(await read())).toEqual([500, 'internal_error'])
  await bringBack()
  expect((await read()).json.user.id).toBe(person.userId)
})

test('a sign-in that cannot be recorded succeeds, and is logged', async () => {
  await takeAway('sign_in_events')
  const reply = await browser.signIn(person)
  expect(reply.status).toBe(200)
  const unrecorded = () =>
    gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in not recorded')
  const request_id = reply.headers.get('X-Request-Id')
  const line = { level: 50, request_id, action: 'sign_in', outcome: 'ok' }
  await expect.poll(unrecorded).toMatchObject([line])
})
