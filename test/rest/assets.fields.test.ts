import { describe, expect, test } from 'vitest'
import { ASSET_BLOCKS, ASSET_MEMBERS } from '../../src/rest/asset-members.ts'
import { testGateway } from '../support/gateway.ts'
import { readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { words } from '../support/words.ts'
import { coin, WATCH } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
const REGISTRY = ['id', 'registry_id', 'title', 'category', 'quantity', 'created_at', 'updated_at']
const others = ['b', 'c', 'd'].map((ref) => coin(ref))

const reader = testReader(gateway, [...WATCH, ...others])

const list = (query: string) => `/api/v1/assets?client_id=${reader.clientId}${query}`
const single = (query: string) => list(query).replace('?', `/${reader.ids.watch}?`)
const membersOf = (asset: object) => Object.keys(asset)

testTable([
  ['title', []],
  ['registry_id,title,valuation', ['valuation']],
  ['verification,detail', ['detail', 'verification']],
  [ASSET_MEMBERS.join(), ASSET_BLOCKS],
])('fields leave out the other blocks, in a list and of one asset', async (fields, blocks) => {
  const expected = [...REGISTRY, ...blocks]
  const { data } = await read(gateway, list(`&fields=${fields}`), reader.key)
  expect(data.map(membersOf)).toEqual(data.map(() => expected))
  const one = await read(gateway, single(`&fields=${fields}`), reader.key)
  expect(membersOf(one.data)).toEqual(expected)
})

test('fields change no value, and not which assets are listed', async () => {
  const whole = await read(gateway, list(''), reader.key)
  const some = await read(gateway, list('&fields=valuation'), reader.key)
  const blocks = ASSET_BLOCKS.filter((block) => block !== 'valuation')
  for (const asset of whole.data) for (const block of blocks) Reflect.deleteProperty(asset, block)
  expect(some.data).toEqual(whole.data)
  expect([some.pagination, some.grant]).toEqual([whole.pagination, whole.grant])
})

test('fields show nothing that the grant hides', async () => {
  const terms = { scopes: ['registry', 'detail'] } as const
  const { secret: narrow } = await readerOf(database, reader.clientId, terms)
  const { data } = await read(gateway, list('&fields=detail,valuation,estate'), narrow)
  expect(data.map(membersOf)).toEqual(data.map(() => [...REGISTRY, 'detail']))
  expect(data).toEqual((await read(gateway, list(''), narrow)).data)
})

testTable(['full', 'delta'])('fields give no as_of to a mirror', async (mode) => {
  const { as_of } = (await read(gateway, list(''), reader.key)).sync
  const since = mode === 'full' ? '' : `&updated_since=${as_of}`
  const whole = await read(gateway, list(since), reader.key)
  const { sync } = await read(gateway, list(`${since}&fields=title`), reader.key)
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
      const { status, json } = await gateway.request(query, reader)
      expect([status, json.error.code]).toEqual([400, 'invalid_parameter'])
      expect(json.error.message).toContain('fields takes names with commas between them')
      expect(json.error.message).toContain(ASSET_MEMBERS.join(', '))
    }
  },
)

const valuation = (asset: string, day: number) => {
  const valued_at = new Date(Date.UTC(2026, 0, day)).toISOString()
  return { type: 'valuation', asset, value: String(day), source: 'appraisal', valued_at }
}
const document = (asset: string, number: number) => ({
  ...{ type: 'document', asset, ref: `${asset}${number}`, document_type: 'invoice' },
  ...{ title: `Paper ${number}`, issued_on: '2026-01-01' },
})

const owned = testReader(gateway, [
  ...[coin('many', { category: 'art' }), coin('few'), coin('none', { category: 'wine' })],
  ...Array.from({ length: 30 }, (_, i) => valuation('many', i + 1)),
  ...Array.from({ length: 130 }, (_, i) => document('many', i)),
  ...[valuation('few', 3), document('few', 1)],
])

const path = (query: string) => `/api/v1/assets?client_id=${owned.clientId}${query}`

test('include adds the first page of valuations and all documents, each as in its own endpoint', async () => {
  const body = await read(gateway, path('&include=valuations,documents'), owned.key)
  expect(body.data).toHaveLength(3)
  for (const asset of body.data) {
    const own = `/api/v1/assets/${asset.registry_id}`
    const named = `client_id=${owned.clientId}`
    const valuations = await read(gateway, `${own}/valuations?${named}&page_size=25`, owned.key)
    const documents = await read(gateway, `${own}/documents?${named}`, owned.key)
    const { grant: _grant, ...valuationsPage } = valuations
    const { grant: _same, ...allDocuments } = documents
    expect(asset.valuations).toStrictEqual(valuationsPage)
    expect(asset.documents).toStrictEqual(allDocuments)
  }
})

test('include works for one asset, which is the same as in the list', async () => {
  const list = await read(gateway, path('&include=documents,valuations'), owned.key)
  for (const asset of list.data) {
    const one = path('&include=documents,valuations').replace('?', `/${asset.registry_id}?`)
    expect((await read(gateway, one, owned.key)).data).toStrictEqual(asset)
  }
})

describe('the documents of a page', () => {
  const refs = Array.from({ length: 11 }, (_, i) => `a${String(i).padStart(2, '0')}`)
  const eleven = testReader(
    gateway,
    refs.map((ref) => coin(ref)),
  )

  // By SQL: an import of so many documents takes longer than the whole file. No time of change is set.
  async function addDocuments(refs: string, count: number) {
    const { prisma } = database
    await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL change_log.off = 'on'`,
      prisma.$executeRaw`
        INSERT INTO documents (id, client_id, registry_id, ref, type, title)
        SELECT 'doc_' || a.id || n, a.client_id, a.registry_id, a.ref || n, 'invoice', 'Paper'
          FROM assets a, generate_series(1, ${count}::int) n WHERE a.client_id = ${eleven.clientId} AND a.ref ~ ${refs}`,
      prisma.$executeRaw`
        UPDATE assets SET document_count = document_count + ${count}::int, document_types = '{invoice}'
         WHERE client_id = ${eleven.clientId} AND ref ~ ${refs}`,
    ])
  }
  const ask = (query: string) =>
    gateway.request(`/api/v1/assets?client_id=${eleven.clientId}&include=documents${query}`, eleven)

  test('are at most 10,000: then a smaller page has them', async () => {
    await addDocuments('^a0', 1000)
    expect((await ask('')).json.data).toHaveLength(11)
    await addDocuments('^a1', 1)
    const { status, json } = await ask('&page=1')
    expect([status, json.error.code]).toEqual([400, 'invalid_parameter'])
    expect(json.error.message).toContain('10 assets')
    const { data } = (await ask('&page_size=10')).json
    const counts = data.map(
      ({ documents }: { documents: { data: object[] } }) => documents.data.length,
    )
    expect(counts).toEqual(Array(10).fill(1000))
  })
})
