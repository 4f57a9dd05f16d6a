import { beforeAll, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, keyWith, readerOf, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database)
const PRIVATE = 'not for others'
let clientId = ''
let ids: Record<string, string> = {}

beforeAll(async () => {
  const asset = (ref: string, category: string, more = {}) => {
    return { type: 'asset', ref, title: ref, category, internal_notes: PRIVATE, ...more }
  }
  clientId = await clientWith(database, [
    asset('a', 'coins', { market_value: '5' }),
    asset('b', 'coins'),
    asset('c', 'watches'),
  ])
  ids = await registryIds(database, clientId)
})

const explain = (key: string, ...more: string[]) =>
  orangery(['explain', '--key', key, '--client', clientId, ...more], HERE)

function grantedKey() {
  const filter = { type: 'category' as const, categories: ['coins' as const] }
  const scopes = ['registry', 'valuation', 'estate'] as const
  const ofKey = { scopes: ['registry', 'valuation', 'detail'] } as const
  return readerOf(database, clientId, { scopes, filter }, ofKey)
}

test('explain says what a key sees and what hides the rest', async () => {
  const { id, grantId } = await grantedKey()
  // The newest secret is one of a rehearsal that is over.
  const ended = { reference: 'rehearse', expiresAt: new Date(0), rehearsed: true }
  const data = { ...ended, keyId: id, hash: Buffer.alloc(32), createdAt: new Date(2 ** 42) }
  await database.prisma.keySecret.createMany({ data })
  const { code, out, err } = await explain(id)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(`Grant   ${grantId}: version 1, no expiry\n`)
  expect(out).toContain('Filter  category (coins): 2 of 3 assets\n')
  expect(out).toContain('  valuation        shown: 1 assets have something in it\n')
  expect(out).toContain('  detail           hidden: the grant does not have it\n')
  expect(out).toContain('  estate           hidden: the key does not have it\n')
  expect(out).toMatch(/\nResult {2}requests are served\n$/)
  expect(out).not.toContain(PRIVATE)
  const json = jsonOf(await explain(id, '--json'))
  expect(json).toMatchObject({
    ...{ key: { id, requests_per_minute: 1000 }, client: { id: clientId }, rejected_with: null },
    grant: { id: grantId, version: 1, scopes: ['registry', 'valuation'] },
    assets: { visible: 2, total: 3 },
  })
  expect(JSON.stringify(json)).not.toContain('hash')
})

testTable([
  ['a', 'requests are served'],
  ['c', 'asset_not_in_grant'],
  ['none', 'asset_not_found'],
])('explain says of each asset why it is shown or hidden', async (ref, expected) => {
  const { id } = await grantedKey()
  const { out } = await explain(id, '--asset', ids[ref] ?? 'ORY-XX-1')
  expect(out).toContain(`Result  ${expected}`)
})

test('explain says the error that requests get, and what to do about it', async () => {
  const { id: lonely } = await keyWith(database)
  expect((await explain(lonely)).out).toMatch(/Result {2}no_active_grant: .*grant create\n$/)
  const { id, grantId } = await grantedKey()
  await revokeGrant(operator(database.prisma), { grantId })
  expect((await explain(id)).out).toMatch(/Result {2}grant_revoked: .*grant create\n$/)
  await revokeKey(operator(database.prisma), { keyId: id })
  const { out } = await explain(id)
  expect(out).toMatch(/Result {2}revoked_api_key: .*key create\n$/)
  expect(out).not.toContain('Grant ')
  expect(jsonOf(await explain(id, '--json'))).toMatchObject({
    rejected_with: { code: 'revoked_api_key' },
    grant: null,
    scopes: [],
  })
})
