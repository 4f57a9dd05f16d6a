import { expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { testGateway } from '../support/gateway.ts'
import { readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { coin } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
const whole = testReader(gateway, [
  coin('w1', { category: 'watches', market_value: '10' }),
  coin('w2', { category: 'watches', market_value: '10.0001' }),
  coin('a1', { category: 'art', market_value: '0' }),
  coin('c1', { market_value: '123456789012345678.9999' }),
  coin('c2'),
])

async function keyFor(filter: AssetFilter, scopes: readonly Scope[] = SCOPES) {
  return (await readerOf(database, whole.clientId, { filter, scopes })).secret
}

async function refs(key: string, query = ''): Promise<string[]> {
  const body = await read(gateway, `/api/v1/assets?client_id=${whole.clientId}${query}`, key)
  expect(body.pagination.total_count).toBe(body.data.length)
  return body.data.map((asset: { title: string }) => asset.title).sort()
}

testTable([
  ['watches', ['w1', 'w2']],
  ['wt', ['w1', 'w2']],
  ['Coins', ['c1', 'c2']],
  ['musical_instruments', []],
])('category selects by id or code', async (category, expected) => {
  const key = await keyFor({ type: 'all' })
  expect(await refs(key, `&category=${category}`)).toEqual(expected)
})

test('category narrows what the grant shows, and never widens it', async () => {
  const key = await keyFor({ type: 'category', categories: ['watches'] })
  expect(await refs(key, '&category=art')).toEqual([])
  expect(await refs(key, '&category=watches')).toEqual(['w1', 'w2'])
})

testTable([
  ['&min_value=10', ['c1', 'w1', 'w2']],
  ['&min_value=10.00000001', ['c1', 'w2']],
  ['&max_value=10', ['a1', 'w1']],
  ['&max_value=10.0001', ['a1', 'w1', 'w2']],
  ['&min_value=10&max_value=9', []],
  ['&min_value=0', ['a1', 'c1', 'w1', 'w2']],
  ['&min_value=-5&max_value=0.0000000001', ['a1']],
  ['&min_value=123456789012345678.9999', ['c1']],
  ['&min_value=123456789012345678.99991', []],
  ['&min_value=10&category=WT', ['w1', 'w2']],
])('a value range includes its ends', async (query, expected) => {
  expect(await refs(await keyFor({ type: 'all' }), query)).toEqual(expected)
})

testTable(['min_value', 'max_value'])('a value range needs the valuation scope', async (name) => {
  const key = await keyFor(
    { type: 'all' },
    SCOPES.filter((scope) => scope !== 'valuation'),
  )
  const reply = await gateway.request(`/api/v1/assets?client_id=${whole.clientId}&${name}=1`, {
    key,
  })
  expect([reply.status, reply.json.error.code]).toEqual([403, 'insufficient_scope'])
  expect(reply.json.error.message).toContain(name)
  expect(reply.json.error.message).toContain('valuation')
})
