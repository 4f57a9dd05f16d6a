import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { passNoTime } from '../support/no-time.ts'
import { importRecords, readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { assets } from './records.ts'

passNoTime()
const gateway = testGateway()
const { database } = gateway
const reader = testReader(gateway, assets(60))
let asOf = ''
let poor = ''
const HEIR = { name: 'Heir', share_percent: '100' }

beforeAll(async () => {
  poor = (await readerOf(database, reader.clientId, { scopes: ['registry'] })).secret
  // The newest visible change is read once for each version of a portfolio and a grant.
  // No test asks for a page of this size, so that none is served from the cache.
  const path = `${list()}&page_size=99`
  asOf = (await gateway.request(path, reader)).json.sync.as_of
  await gateway.request(path, { key: poor })
})

afterEach(() => vi.restoreAllMocks())

async function statementsOf(
  path: string,
  secret = reader.key,
  send = () => gateway.request(path, { key: secret }),
) {
  const query = vi.spyOn(gateway.serving.pool, 'query')
  const connect = vi.spyOn(gateway.serving.pool, 'connect')
  const { status } = await send()
  // The pool's own query takes a connection by itself; only what does not go through it is counted.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(query.mock.calls.length)
  const count = query.mock.calls.length
  vi.restoreAllMocks()
  return { status, count }
}

const list = () => `/api/v1/assets?client_id=${reader.clientId}`
const one = (rest = '') => `/api/v1/assets/${reader.ids.a0}${rest}?client_id=${reader.clientId}`
testTable<[string, number, () => string]>([
  ['one for a list', 1, list],
  ['none for a delta without changes', 0, () => `${list()}&updated_since=${asOf}`],
  ['one for a short delta', 1, () => `${list()}&updated_since=2020-01-01&page_size=100`],
  ['two for a long one', 2, () => `${list()}&updated_since=2020-01-01`],
  ['one past the end of a list whose length is known', 1, () => `${list()}&page=1000`],
  ['one where it is not', 1, () => `${list()}&category=WT&page=1000`],
  ['one for a value range', 1, () => `${list()}&min_value=1&max_value=2&category=CN`],
  ['one for an asset', 1, one],
  ['two for its valuations', 2, () => one('/valuations')],
  ['two for its documents', 2, () => one('/documents')],
  ['two for its own grants', 2, () => '/api/v1/me'],
  [
    'two for a summary and its digest',
    2,
    () => `/api/v1/portfolio/summary?client_id=${reader.clientId}`,
  ],
  ['three for a list with all of it', 3, () => `${list()}&include=valuations,documents`],
  ['three for an asset with the same', 3, () => `${one()}&include=valuations,documents`],
])(
  'a request costs one statement for its caller, and: no more than these',
  async (_name, count, path) => {
    expect(await statementsOf(path())).toEqual({ status: 200, count: count + 1 })
  },
)

testTable<[string, number, () => string]>([
  ['unknown parameters', 400, () => `${list()}&x=1`],
  ['a value range without its scope', 403, () => `${list()}&min_value=1`],
  ['an include without its scope', 403, () => `${list()}&include=valuations`],
  ['valuations without their scope', 403, () => one('/valuations')],
  ['documents without their scope', 403, () => one('/documents')],
  ['a malformed id', 404, () => `/api/v1/assets/x?client_id=${reader.clientId}`],
  ['a client without a grant', 403, () => '/api/v1/assets?client_id=user_x'],
  ['an unknown path', 404, () => '/api/v1/nothing'],
])(
  'a request costs one statement for its caller, and: no more to reject it',
  async (_name, status, path) => {
    expect(await statementsOf(path(), poor)).toEqual({ status, count: 1 })
  },
)

test('a delta without changes after one that the grant hides costs no more', async () => {
  const poll = () => `${list()}&updated_since=${asOf}`
  const before = await gateway.request(poll(), { key: poor })
  await importRecords(database, reader.clientId, [{ ...assets(1)[0], heirs: [HEIR] }])
  expect(await statementsOf(poll(), poor)).toEqual({ status: 200, count: 1 })
  const after = await gateway.request(poll(), { key: poor })
  expect(after.text).toBe(before.text)
  expect((await gateway.request(poll(), reader)).json.data).toHaveLength(1)
})

test('the assets of a list are counted on its first page alone', async () => {
  const textsOf = async (page: number) => {
    const query = vi.spyOn(gateway.serving.pool, 'query')
    await gateway.request(`${list()}&category=CN&page_size=3&page=${page}`, reader)
    const texts = JSON.stringify(query.mock.calls)
    query.mockRestore()
    return texts
  }
  expect(await textsOf(1)).toContain('SELECT count(*) FROM assets')
  expect(await textsOf(2)).not.toContain('SELECT count(*) FROM assets')
})

test('a malformed key is rejected without a statement', async () => {
  expect(await statementsOf(list(), 'sk_live_nothing')).toEqual({ status: 401, count: 0 })
  expect(await statementsOf(list(), `${reader.key.slice(0, -1)}_`)).toEqual({
    status: 401,
    count: 0,
  })
  expect(await statementsOf('/plants', '')).toEqual({ status: 401, count: 0 })
})

test('a document that cannot run costs one statement for its caller, and none without one', async () => {
  for (const query of ['{', '{ nothing }'])
    for (const [secret, count] of [
      [reader.key, 1],
      ['', 0],
    ] as const) {
      const send = () => gateway.graphql(query, { key: secret })
      expect(await statementsOf('', secret, send)).toEqual({ status: 200, count })
    }
})

test('aliases of totalCount cost one statement', async () => {
  const ask = async (fields: string) => {
    const text = `{ portfolio(clientId: "${reader.clientId}") { expiringDocuments(first: 1) { ${fields} } } }`
    return (await statementsOf('', '', () => gateway.graphql(text, reader))).count
  }
  expect(await ask('a: totalCount b: totalCount c: totalCount')).toBe(await ask('totalCount'))
})
