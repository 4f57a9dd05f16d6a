import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { someone } from '../modules/fixtures.ts'
import { Browser } from '../support/browser.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'

const database = testDatabase()
const gateway = testGateway({ database })
let client = ''

beforeAll(async () => {
  client = await clientWith(database, [])
})
afterEach(() => void vi.useRealTimers())

const setClock = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

const expire = (table: string, column: string, id: string, after: string) =>
  database.pool.query(
    `UPDATE ${table} SET expires_at = now() + $2::interval WHERE ${column} = $1`,
    [id, after],
  )

async function partnerWith(expiring: 'api_keys' | 'key_secrets' | 'grants', after: string) {
  const { id, secret } = await readerOf(database, client)
  await expire(expiring, expiring === 'api_keys' ? 'id' : 'key_id', id, after)
  return { key: secret }
}

const read = async (call: { key: string }, from = gateway) => {
  const { status, json } = await from.request(`/api/v1/assets?client_id=${client}`, call)
  return json.error?.code ?? status
}
const portfolios = async (call: { key: string }) =>
  (await gateway.graphql('{ portfolios { nodes { client { id } } } }', call)).json.data?.portfolios
    .nodes.length

describe.each([
  ['three minutes behind', -3],
  ['three minutes ahead', 3],
])('a gateway whose clock is %s', (_, minutes) => {
  // Its failed attempts would count for the address of the other tests, in Redis for a minute of Redis's clock.
  const flooded = testGateway({ database })

  test('ends keys, their secrets and grants at their expiry by the database', async () => {
    for (const [expiring, code] of [
      ['api_keys', 'expired_api_key'],
      ['key_secrets', 'invalid_api_key'],
      ['grants', 'grant_expired'],
    ] as const) {
      vi.useRealTimers()
      const [ended, live] = [
        await partnerWith(expiring, '-1 second'),
        await partnerWith(expiring, '1 minute'),
      ]
      setClock(minutes)
      expect([await read(ended), await read(live)], expiring).toEqual([code, 200])
      if (expiring === 'grants')
        expect([await portfolios(ended), await portfolios(live)]).toEqual([0, 1])
    }
  })

  test('ends an access token at its expiry by the database', async () => {
    const [ended, live] = [await tokenOf(database, client), await tokenOf(database, client)]
    const idOf = `(SELECT id FROM access_tokens WHERE hash = sha256(convert_to($1, 'UTF8')))`
    for (const [token, after] of [
      [ended, '-1 second'],
      [live, '1 minute'],
    ])
      await database.pool.query(
        `UPDATE access_tokens SET expires_at = now() + $2::interval WHERE id = ${idOf}`,
        [token, after],
      )
    setClock(minutes)
    const statuses = [ended, live].map(
      async (key) => (await gateway.request('/plants', { key })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200])
  })

  test('ends an invitation at its expiry by the database, and begins a session then', async () => {
    const { prisma, pool } = database
    const persons = [someone(), someone()]
    const tokens: string[] = []
    for (const person of persons) {
      await createClient(operator(prisma), person)
      tokens.push((await invitePerson(operator(prisma), person)).token)
    }
    const [ended = { email: '' }] = persons
    const past = `UPDATE invitations SET expires_at = now() - interval '1 second'
      WHERE user_id = (SELECT id FROM users WHERE email = $1)`
    await pool.query(past, [ended.email])
    setClock(minutes)
    const statuses = []
    for (const token of tokens) {
      const body = { token, password: 'correct horse battery' }
      statuses.push((await new Browser(gateway).post('/api/invitations', body)).status)
    }
    expect(statuses).toEqual([401, 200])
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM sessions
        WHERE created_at BETWEEN now() - interval '1 minute' AND now() AND active_at <= now()
          AND expires_at - created_at BETWEEN interval '6 days' AND interval '7 days'
          AND user_id = (SELECT id FROM users WHERE email = $1)`,
      [persons[1]?.email],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('finds a live key among the failed attempts of its address', async () => {
    const live = await partnerWith('api_keys', '1 minute')
    setClock(minutes)
    for (let sent = 0; sent < 101; sent++)
      await flooded.request('/plants', { key: `pat_${'x'.repeat(40)}` })
    expect(await read(live, flooded)).toBe(200)
  })
})
