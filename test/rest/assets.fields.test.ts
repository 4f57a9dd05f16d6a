import { beforeAll, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { ASSET_BLOCKS, ASSET_MEMBERS } from '../../src/rest/asset-members.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { WATCH } from './records.ts'
import { read, walkByLinks } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let watch = ''
let key = ''
let narrow = ''

const REGISTRY = ['id', 'registry_id', 'title', 'category', 'quantity', 'created_at', 'updated_at']
const others = ['b', 'c', 'd'].map((ref) => ({ type: 'asset', ref, title: ref, category: 'art' }))

beforeAll(async () => {
  clientId = await clientWith(database, [...WATCH, ...others])
  watch = (await registryIds(database, clientId)).watch ?? ''
  key = await keyOf(SCOPES)
  narrow = await keyOf(['registry', 'detail'])
})

async function keyOf(scopes: readonly Scope[]) {
  return (await readerOf(database, clientId, { scopes })).secret
}

const list = (query: string) => `/api/v1/assets?client_id=${clientId}${query}`
const single = (query: string) => `/api/v1/assets/${watch}?client_id=${clientId}${query}`
const membersOf = (asset: object) => Object.keys(asset)

testTable([
  ['title', []],
  ['registry_id,title,valuation', ['valuation']],
  ['verification,detail', ['detail', 'verification']],
  [ASSET_MEMBERS.join(), ASSET_BLOCKS],
])('fields leave out the other blocks, in a list and of one asset', async (fields, blocks) => {
  const expected = [...REGISTRY, ...blocks]
  const { data } = await read(gateway, list(`&fields=${fields}`), key)
  expect(data.map(membersOf)).toEqual(data.map(() => expected))
  const one = await read(gateway, single(`&fields=${fields}`), key)
  expect(membersOf(one.data)).toEqual(expected)
})

test('fields change no value, and not which assets are listed', async () => {
  const whole = await read(gateway, list(''), key)
  const some = await read(gateway, list('&fields=valuation'), key)
  const blocks = ASSET_BLOCKS.filter((block) => block !== 'valuation')
  for (const asset of whole.data) for (const block of blocks) Reflect.deleteProperty(asset, block)
  expect(some.data).toEqual(whole.data)
  expect([some.pagination, some.grant]).toEqual([whole.pagination, whole.grant])
})

test('fields show nothing that the grant hides', async () => {
  const { data } = await read(gateway, list('&fields=detail,valuation,estate'), narrow)
  expect(data.map(membersOf)).toEqual(data.map(() => [...REGISTRY, 'detail']))
  expect(data).toEqual((await read(gateway, list(''), narrow)).data)
})

test('fields are in the links, so that a walk has the same members on each page', async () => {
  const pages = await walkByLinks(gateway, list('&fields=title&page_size=1'), key)
  expect(pages).toHaveLength(4)
  for (const { data } of pages) expect(membersOf(data[0])).toEqual(REGISTRY)
})

testTable(['full', 'delta'])('fields give no as_of to a mirror', async (mode) => {
  const { as_of } = (await read(gateway, list(''), key)).sync
  const since = mode === 'full' ? '' : `&updated_since=${as_of}`
  const whole = await read(gateway, list(since), key)
  const { sync } = await read(gateway, list(`${since}&fields=title`), key)
  expect([whole.sync.as_of, sync]).toEqual([
    expect.stringMatching(/Z$/),
    { ...whole.sync, as_of: null },
  ])
})

testTable([
  ...words(
    'titel title, title,title Title internal_notes valuation.market_value valuations __proto__',
  ),
  '',
  'title, valuation',
])(
  'fields that are unknown, repeated or hidden are explained, in a list and of one asset',
  async (fields) => {
    for (const path of [list, single]) {
      const query = path(`&fields=${encodeURIComponent(fields)}`)
      const { status, json } = await gateway.request(query, { key })
      expect([status, json.error.code]).toEqual([400, 'invalid_parameter'])
      expect(json.error.message).toContain('fields takes names with commas between them')
      expect(json.error.message).toContain(ASSET_MEMBERS.join(', '))
    }
  },
)
