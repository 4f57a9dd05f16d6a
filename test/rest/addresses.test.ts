import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { type TestGateway, testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const database = testDatabase()
const direct = testGateway({ database })
const proxied = testGateway({
  database,
  config: { trustProxy: true, cacheMb: 0, publicUrl: undefined },
})
let clientId = ''

beforeAll(async () => {
  clientId = await clientWith(database, [])
})

async function codeFor(gateway: TestGateway, allowedIps: string[], forwardedFor?: string) {
  const { id, secret } = await keyWith(database, { allowedIps })
  await grantWith(database, id, clientId)
  const reply = await gateway.request(`/api/v1/assets?client_id=${clientId}`, {
    key: secret,
    ...(forwardedFor && { headers: { 'X-Forwarded-For': forwardedFor } }),
  })
  return reply.json.error?.code ?? 'read'
}

testTable<[string[], string]>([
  [[], 'read'],
  [['127.0.0.1'], 'read'],
  [['127.0.0.0/8'], 'read'],
  [['192.0.2.0/24', '127.0.0.1/32'], 'read'],
  [['127.0.0.2'], 'ip_not_allowed'],
  [['192.0.2.0/24'], 'ip_not_allowed'],
  [['::/0'], 'ip_not_allowed'],
  [['2001:db8::/32'], 'ip_not_allowed'],
])(
  'a key that may be used from some addresses is judged by its ranges',
  async (allowed, expected) => {
    expect(await codeFor(direct, allowed)).toBe(expected)
  },
)

test('a key that may be used from some addresses uses the address that a trusted proxy names', async () => {
  expect(await codeFor(proxied, ['192.0.2.1'], '192.0.2.1')).toBe('read')
  expect(await codeFor(proxied, ['192.0.2.1'], '192.0.2.2')).toBe('ip_not_allowed')
  expect(await codeFor(proxied, ['2001:db8::/32'], '2001:db8::1')).toBe('read')
  expect(await codeFor(proxied, ['192.0.2.0/24'], '::ffff:192.0.2.9')).toBe('read')
  expect(await codeFor(proxied, ['192.0.2.0/24'], 'nonsense')).toBe('ip_not_allowed')
})
