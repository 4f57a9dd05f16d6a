import { afterAll, beforeAll, expect } from 'vitest'
import { connectServing } from '../../src/database/client.ts'
import { testDatabase } from '../support/database.ts'
import { type Call, testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const owner = testDatabase()
const { host, port, user, password, database: name, connectionString } = owner.serving.pool.options
const database = connectServing(
  connectionString ?? { host, port, user, password, database: name },
  {
    onError: () => {},
    poolSize: 4,
  },
)
const gateway = testGateway({ database })
let client = ''
let before: readonly number[] = []
let key = ''

beforeAll(async () => {
  before = await serverProcesses()
  client = await clientWith(owner, [])
  const made = await keyWith(owner)
  key = made.secret
  await grantWith(owner, made.id, client)
})
afterAll(() => database.close())

/** The connections that this file has opened: to identify callers, and all others. Files before it used the database too. */
async function connections() {
  const opened = (await serverProcesses()).filter((pid) => !before.includes(pid))
  const identity = database.identity.totalCount
  return { identity, others: opened.length - identity }
}

async function serverProcesses(): Promise<number[]> {
  const { rows } = await owner.pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user',
  )
  return rows.map(({ pid }) => pid)
}

const JSON_HEADERS = { 'Content-Type': 'application/json' }
const typo = () => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`

const requests: readonly [string, number, () => readonly [string, Call]][] = [
  ['without a key', 401, () => [`/api/v1/assets?client_id=${client}`, {}]],
  ['with no key but a word', 401, () => [`/api/v1/assets?client_id=${client}`, { key: 'x' }]],
  ['with a mistyped key', 401, () => [`/api/v1/assets?client_id=${client}`, { key: typo() }]],
  ['for an unknown path', 404, () => ['/api/v2', {}]],
  ['with a broken path', 401, () => ['/api/v1/assets%zz', {}]],
  ['with a large body', 413, () => ['/nowhere', { method: 'POST', body: 'x'.repeat(300_000) }]],
  ['to the plant store without a token', 401, () => ['/plants', {}]],
  [
    'to GraphQL without a document',
    400,
    () => ['/graphql', { method: 'POST', headers: JSON_HEADERS, body: '{}' }],
  ],
  [
    'to GraphQL with a broken document',
    200,
    () => ['/graphql', { method: 'POST', headers: JSON_HEADERS, body: '{"query":"{"}' }],
  ],
]

testTable(requests)(
  'a request that is bad before its caller is known takes no connection',
  async (_, status, call) => {
    expect((await gateway.request(...call())).status).toBe(status)
    expect(await connections()).toEqual({ identity: 0, others: 0 })
  },
)

const versioned = { headers: { 'X-Service-Version': '1990-01-01' } }
testTable<[string, number, string, Call]>([
  ['an unsupported version', 400, '/api/v1/assets?client_id=CLIENT', versioned],
  ['an unknown parameter', 400, '/api/v1/assets?client_id=CLIENT&colour=red', {}],
  ['a bad value', 400, '/api/v1/assets?client_id=CLIENT&page=0', {}],
  ['no client', 400, '/api/v1/assets', {}],
  ['a client without a grant', 403, '/api/v1/assets?client_id=user_x', {}],
  ['an unknown path', 404, '/api/v1/nothing', {}],
  ['another method', 405, '/api/v1/assets', { method: 'DELETE' }],
  [
    'a broken document',
    200,
    '/graphql',
    { method: 'POST', headers: JSON_HEADERS, body: '{"query":"{"}' },
  ],
  [
    'an unknown field',
    200,
    '/graphql',
    { method: 'POST', headers: JSON_HEADERS, body: '{"query":"{ nothing }"}' },
  ],
])(
  'a bad request of a known caller takes one to identify it, and no other',
  async (_, status, path, call) => {
    const reply = await gateway.request(path.replace('CLIENT', client), { key, ...call })
    expect(reply.status).toBe(status)
    expect(await connections()).toEqual({ identity: 1, others: 0 })
  },
)
