import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectServing } from '../../src/database/client.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, tokenOf } from '../support/portfolio.ts'

const LIMIT_MS = 4_000

const owner = testDatabase()
const { host, port, user, password, database: name, connectionString } = owner.serving.pool.options
const database = connectServing(
  connectionString ?? { host, port, user, password, database: name },
  { onError: () => {}, poolSize: 10, requestTimeoutMs: LIMIT_MS },
)
const config = { trustProxy: false, cacheMb: 64, publicUrl: undefined, requestTimeoutMs: LIMIT_MS }
const gateway = testGateway({ database, config })
let client = ''
let keys: string[] = []
let token = ''

beforeAll(async () => {
  client = await clientWith(owner, [{ type: 'asset', ref: 'a', title: 'Gold bar', category: 'PM' }])
  token = await tokenOf(owner, client)
  const partners = await Promise.all([1, 2, 3, 4].map(() => keyWith(owner)))
  for (const { id } of partners) await grantWith(owner, id, client)
  keys = partners.map(({ secret }) => secret)
})
afterAll(() => database.close())

const assets = (key: string | undefined, query = '') =>
  gateway.request(`/api/v1/assets?client_id=${client}${query}`, { ...(key && { key }) })

async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const locking = await owner.pool.connect()
  await locking.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  try {
    return await work()
  } finally {
    await locking.query('ROLLBACK')
    locking.release()
  }
}

let plants = 0
async function requestOthers() {
  const body = JSON.stringify({ id: ++plants, name: 'Fern' })
  const headers = { 'Content-Type': 'application/json' }
  const replies = await Promise.all([
    assets(keys[0]),
    gateway.request('/plants', { key: token, method: 'POST', headers, body }),
    gateway.request('/api/v1/me', { ...(keys[1] && { key: keys[1] }) }),
    gateway.request('/readyz'),
    gateway.request('/healthz'),
  ])
  return replies.map(({ status }) => status)
}

const waitingForLocks = async () =>
  (
    await owner.pool.query(
      `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND NOT l.granted`,
    )
  ).rows

describe('while a table is locked', () => {
  test('what does not need it is served, and the rest gets 503 in time', async () => {
    expect((await assets(keys[0])).status).toBe(200)
    await whileLocked('assets', async () => {
      let settled = 0
      const cold = Array.from({ length: 40 }, (_, i) => assets(keys[i % 4], `&page=${i + 2}`))
      for (const each of cold) void each.then(() => settled++)
      await expect.poll(async () => (await waitingForLocks())[0].n).toBeGreaterThan(2)
      for (let round = 0; round < 3; round++)
        expect(await requestOthers()).toEqual([200, 200, 200, 200, 200])
      expect(settled).toBeLessThan(cold.length)
      const replies = await Promise.all(cold)
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
      for (const { headers, json } of replies) {
        expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
        expect(json.error.code).toBe('service_unavailable')
      }
      // The server has ended every statement that nobody waits for.
      await expect.poll(waitingForLocks).toEqual([{ n: 0 }])
    })
    expect((await assets(keys[1], '&page=2')).status).toBe(200)
  })

  test('nobody is identified from a locked table, and the check of readiness answers', async () => {
    await whileLocked('grants', async () => {
      const [read, ready] = await Promise.all([assets(keys[0]), gateway.request('/readyz')])
      expect([read.status, ready.status]).toEqual([503, 200])
    })
    expect((await assets(keys[0])).status).toBe(200)
  })
})
