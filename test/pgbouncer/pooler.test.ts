import { beforeAll, describe, expect, test } from 'vitest'
import { storeSettings } from '../../src/database/session-settings.ts'
import { isDirect } from '../../src/database/statement.ts'
import { GatewayProcess } from '../serve/process.ts'
import { testDatabase } from '../support/database.ts'
import { headersOf, testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'

const isPooled = process.env.TEST_POOLER !== undefined

describe.runIf(isPooled)('through PgBouncer in transaction mode', () => {
  const database = testDatabase()
  const gateway = testGateway({ database })
  let client = ''
  let key = ''
  let token = ''

  beforeAll(async () => {
    const asset = { type: 'asset', category: 'art' }
    const records = ['a', 'b', 'c'].map((ref) => ({ ...asset, ref, title: ref }))
    client = await clientWith(database, records)
    token = await tokenOf(database, client)
    key = (await readerOf(database, client)).secret
  })

  /** Requests of many different statements at once, over the few server connections. */
  async function requestAll(send: (path: string, key: string) => Promise<{ status: number }>) {
    const queries = ['category=art', 'min_value=1', 'updated_since=2020-01-01', 'page=2']
    const assets = queries.map((query) => send(`/api/v1/assets?client_id=${client}&${query}`, key))
    const summary = send(`/api/v1/portfolio/summary?client_id=${client}`, key)
    const replies = await Promise.all([...assets, summary, send('/plants', token)])
    return replies.map(({ status }) => status)
  }

  test('no statement needs what an earlier one left in the session', async () => {
    for (let round = 0; round < 5; round++) {
      const statuses = await Promise.all(
        [1, 2, 3].map(() => requestAll((path, key) => gateway.request(path, { key }))),
      )
      expect(new Set(statuses.flat())).toEqual(new Set([200]))
    }
    expect([isDirect(database.serving.pool), isDirect(database.pool)]).toEqual([false, true])
  })

  test('settings are stored for the role in this database', async () => {
    const all = Array.from({ length: 4 }, () => storeSettings(database.serving.pool, 7_000))
    await Promise.all(all)
    const stored = `SELECT s.setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
      WHERE d.datname = current_database()`
    const { rows } = await database.pool.query(stored)
    const settings = ['statement_timeout=7000', 'plan_cache_mode=force_generic_plan']
    expect(rows).toEqual([{ setconfig: expect.arrayContaining(settings) }])
  })

  test('a gateway starts and serves', async () => {
    const started = new GatewayProcess({
      DATABASE_URL: database.serving.pool.options.connectionString ?? '',
      DATABASE_OWNER_URL: database.pool.options.connectionString ?? '',
    })
    const url = await started.url()
    const send = (path: string, key: string) => fetch(url + path, { headers: headersOf(key) })
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => requestAll(send)))
    expect(new Set(statuses.flat())).toEqual(new Set([200]))
    const ready = await fetch(`${url}/readyz`)
    expect(await ready.json()).toEqual({ status: 'ready' })
    expect((await started.stop()).code).toBe(0)
  })
})
