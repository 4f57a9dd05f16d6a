import { expect, test } from 'vitest'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { importRecords, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database, serving } = gateway
const CLIENTS = 5_000

const ID = "lpad(n::text, 26, '0')"
const EACH = 'FROM generate_series(1, $1::int) n'
const AT = "timestamptz '2026-01-01'"
const TERMS = '{"scopes":["registry"],"filterType":"all","filterValues":[],"expiresAt":null}'

// Each client has one asset and one grant, which the feed has reported.
const FILL = [
  `INSERT INTO users (id, name, email) SELECT 'user_' || ${ID}, 'Ada Hale', n || '@example.com' ${EACH}`,
  `INSERT INTO portfolios (client_id, environment, currency, data_version, feed_version, changed_at, created_at)
   SELECT 'user_' || ${ID}, 'production', 'USD', 1, 1, ${AT}, ${AT} ${EACH}`,
  `INSERT INTO assets (client_id, registry_id, id, ref, title, category, created_at, updated_at, registry_at,
     valuation_at, detail_at, category_detail_at, documentation_at, estate_at, verification_at)
   SELECT 'user_' || ${ID}, 'ORY-WT-' || ${ID}, 'item_' || ${ID}, 'a', 'Watch', 'watches', ${AT}, ${AT}, ${AT},
     ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT} ${EACH}`,
]
const GRANTS = [
  `INSERT INTO grants (client_id, id, key_id, environment, scopes, filter_type, filter_values, created_at, updated_at,
     feed_version, feed_state)
   SELECT 'user_' || ${ID}, 'grant_' || ${ID}, $2, 'production', '{registry}', 'all', '{}', ${AT}, ${AT}, 1, 'active' ${EACH}`,
  `INSERT INTO feed_grants (grant_id, key_id, client_id, version, terms, terms_at, visible_at, at, position,
     given_position)
   SELECT 'grant_' || ${ID}, $2, 'user_' || ${ID}, 1, '${TERMS}', ${AT}, ${AT}, ${AT}, n, n ${EACH}`,
  'INSERT INTO feeds (key_id, position) SELECT $2, $1::int',
]

// No importer writes these rows, so their change times are not checked.
async function fill(keyId: string): Promise<void> {
  const client = await database.pool.connect()
  await client.query("BEGIN; SET LOCAL change_log.off = 'on'")
  for (const statement of FILL) await client.query(statement, [CLIENTS])
  for (const statement of GRANTS) await client.query(statement, [CLIENTS, keyId])
  await client.query('COMMIT')
  client.release()
}

const idOf = (number: number) => `user_${String(number).padStart(26, '0')}`

test('with 5,000 clients, three changes take four requests', { timeout: 300_000 }, async () => {
  const { id, secret: key } = await keyWith(database)
  await fill(id)
  let requests = 0
  const ask = async (path: string) => {
    requests += 1
    return (await gateway.request(path, { key })).json
  }
  const { next_cursor } = await ask('/api/v1/changes')
  const changed = [7, 77, 4_777].map(idOf)
  const since = new Map<string, string>()
  for (const client of changed)
    since.set(client, (await ask(`/api/v1/assets?client_id=${client}`)).sync.as_of)
  for (const client of changed)
    await importRecords(database, client, [
      { type: 'asset', ref: 'a', title: 'Clock', category: 'watches' },
    ])
  await reportChanges(serving)
  requests = 0
  const { data } = await ask(`/api/v1/changes?cursor=${next_cursor}`)
  for (const { client_id: client } of data) {
    const delta = await ask(`/api/v1/assets?client_id=${client}&updated_since=${since.get(client)}`)
    expect(delta.data).toMatchObject([{ title: 'Clock' }])
  }
  expect(data.map(({ client_id }: { client_id: string }) => client_id).sort()).toEqual(changed)
  expect(requests).toBe(4)
})
