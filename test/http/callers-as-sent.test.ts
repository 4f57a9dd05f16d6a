import { expect, test } from 'vitest'
import { createSecret } from '../../src/access/secret.ts'
import { removePorts } from '../../src/http/begin-request.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import { createLog } from '../../src/log.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const database = testDatabase()
const quota = createMemoryQuota()
const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
const config = { trustProxy: 1, cacheMb: 0 }
const gateway = testGateway({ database, quota, config, log })

testTable([
  ['203.0.113.7:5555', '203.0.113.7'],
  ['[2001:db8::7]:5555', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['2001:db8::5555', '2001:db8::5555'],
  ['[::ffff:192.0.2.9]:1', '::ffff:192.0.2.9'],
  ['192.0.2.1:1, [2001:db8::7]:2,203.0.113.7:3', '192.0.2.1,2001:db8::7,203.0.113.7'],
  ['203.0.113.7:555555', '203.0.113.7:555555'],
  ['[203.0.113.7', '[203.0.113.7'],
  ['unknown', 'unknown'],
  ['', ''],
])('an address with a port in X-Forwarded-For is read without its port', (given, expected) => {
  const headers = { 'x-forwarded-for': given }
  removePorts({ headers })
  expect(headers['x-forwarded-for']).toBe(expected)
})

test('an address with a port in X-Forwarded-For is in the ranges of a key, and has limits of its own', async () => {
  const { secret } = await keyWith(database, { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] })
  const read = async (from: string) => {
    const headers = { 'X-Forwarded-For': from }
    return (await gateway.request('/api/v1/me', { key: secret, headers })).status
  }
  expect(await read('203.0.113.7:5555')).toBe(200)
  expect(await read('[2001:db8::7]:5555')).toBe(200)
  expect(await read('198.51.100.7:5555')).toBe(403)
  const left = async (from: string) => {
    const reply = await gateway.request('/plants', { headers: { 'X-Forwarded-For': from } })
    return reply.headers.get('X-RateLimit-Remaining')
  }
  expect(await left('192.0.2.1:1')).toBe('99')
  expect(await left('192.0.2.2:1')).toBe('99')
  expect(await left('192.0.2.1:2')).toBe('98')
})

test('an address with a port in X-Forwarded-For is warned of once where there is none', async () => {
  const warnings = () => lines.filter((line) => line.includes('X-Forwarded-For'))
  expect(warnings()).toEqual([])
  for (const from of ['unknown', '_hidden', 'unknown'])
    await gateway.request('/plants', { headers: { 'X-Forwarded-For': from } })
  expect(warnings()).toHaveLength(1)
  expect(warnings()[0]).toContain('"level":40')
})

const { secret, reference } = createSecret('production')
const encoded = [...secret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
testTable([
  ['a path', `/api/v1/${secret}`],
  ['an encoded path', `/api/v1/${encoded}`],
  ['a path with one encoded character', `/api/v1/${secret.replace('_', '%5F')}`],
  ['a path in which it is cut', `/${'x'.repeat(480)}/${secret}`],
  ['a query', `/plants?key=${secret}`],
  ['a path of the portal', `/keys/${secret}?key=${secret}`],
])('a secret in the wrong place is not in the log wherever it stands', async (_, path) => {
  lines.length = 0
  await gateway.request(path)
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const text = lines.join('')
  const random = secret.slice(-42)
  for (let i = 0; i + 6 <= random.length; i += 6) expect(text).not.toContain(random.slice(i, i + 6))
  expect(decodeURIComponent(text.replaceAll('%22', ''))).not.toContain(secret)
})

test('a secret in the wrong place is not in the log, and neither is a connection link; the reference of a key is', async () => {
  lines.length = 0
  const signature = 'a-_'.repeat(14)
  log.info({ path: `/Connect/link_01KB0000000000000000000000.${signature}`, secret })
  expect(lines.join('')).not.toContain(signature)
  expect(lines.join('')).toContain('link_01KB0000000000000000000000.…')
  expect(lines.join('')).toContain(`sk_live_${reference}_…`)
})

test('a secret in the wrong place is not in the log as a request id, which it does not become', async () => {
  const { headers } = await gateway.request('/plants', { headers: { 'X-Request-Id': secret } })
  expect(headers.get('X-Request-Id')).toMatch(/^request_/)
})
