import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, readerOf } from '../support/portfolio.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let key = ''

const valuation = (asset: string, day: number) => ({
  type: 'valuation',
  asset,
  value: String(day),
  source: 'appraisal',
  valued_at: new Date(Date.UTC(2026, 0, day)).toISOString(),
})
const document = (asset: string, number: number) => ({
  type: 'document',
  asset,
  ref: `${asset}${number}`,
  document_type: 'invoice',
  title: `Paper ${number}`,
  issued_on: '2026-01-01',
})

beforeAll(async () => {
  clientId = await clientWith(database, [
    { type: 'asset', ref: 'many', title: 'Many', category: 'art' },
    { type: 'asset', ref: 'few', title: 'Few', category: 'coins' },
    { type: 'asset', ref: 'none', title: 'None', category: 'wine' },
    ...Array.from({ length: 30 }, (_, i) => valuation('many', i + 1)),
    ...Array.from({ length: 130 }, (_, i) => document('many', i)),
    valuation('few', 3),
    document('few', 1),
  ])
  key = await keyOf(SCOPES)
})

async function keyOf(scopes: readonly Scope[]) {
  return (await readerOf(database, clientId, { scopes })).secret
}

const path = (query: string) => `/api/v1/assets?client_id=${clientId}${query}`

test('include adds the first page of valuations and all documents, each as in its own endpoint', async () => {
  const body = await read(gateway, path('&include=valuations,documents'), key)
  expect(body.data).toHaveLength(3)
  for (const asset of body.data) {
    const own = `/api/v1/assets/${asset.registry_id}`
    const valuations = await read(
      gateway,
      `${own}/valuations?client_id=${clientId}&page_size=25`,
      key,
    )
    const documents = await read(gateway, `${own}/documents?client_id=${clientId}`, key)
    const { grant: _grant, ...valuationsPage } = valuations
    const { grant: _same, ...allDocuments } = documents
    expect(asset.valuations).toStrictEqual(valuationsPage)
    expect(asset.documents).toStrictEqual(allDocuments)
  }
})

test('include works for one asset, which is the same as in the list', async () => {
  const list = await read(gateway, path('&include=documents,valuations'), key)
  for (const asset of list.data) {
    const one = `/api/v1/assets/${asset.registry_id}?client_id=${clientId}&include=documents,valuations`
    expect((await read(gateway, one, key)).data).toStrictEqual(asset)
  }
})

test('include shows only entries of assets inside the filter', async () => {
  const { secret } = await readerOf(database, clientId, {
    filter: { type: 'category', categories: ['coins'] },
  })
  const body = await read(gateway, path('&include=valuations,documents'), secret)
  expect(body.data.map((asset: { title: string }) => asset.title)).toEqual(['Few'])
  expect(body.data[0].valuations.pagination.total_count).toBe(1)
})

describe('the documents of a page', () => {
  const asset = (ref: string) => ({ type: 'asset', ref, title: ref, category: 'coins' })
  let ownerId = ''
  let secret = ''

  beforeAll(async () => {
    const refs = Array.from({ length: 11 }, (_, i) => `a${String(i).padStart(2, '0')}`)
    ownerId = await clientWith(database, refs.map(asset))
    const owned = await keyWith(database)
    await grantWith(database, owned.id, ownerId)
    secret = owned.secret
  })

  // By SQL: an import of so many documents takes longer than the whole file. No time of change is set.
  async function addDocuments(refs: string, count: number) {
    const { prisma } = database
    await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL change_log.off = 'on'`,
      prisma.$executeRaw`
        INSERT INTO documents (id, client_id, registry_id, ref, type, title)
        SELECT 'doc_' || a.id || n, a.client_id, a.registry_id, a.ref || n, 'invoice', 'Paper'
          FROM assets a, generate_series(1, ${count}::int) n WHERE a.client_id = ${ownerId} AND a.ref ~ ${refs}`,
      prisma.$executeRaw`
        UPDATE assets SET document_count = document_count + ${count}::int, document_types = '{invoice}'
         WHERE client_id = ${ownerId} AND ref ~ ${refs}`,
    ])
  }
  const ask = (query: string) =>
    gateway.request(`/api/v1/assets?client_id=${ownerId}&include=documents${query}`, {
      key: secret,
    })

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
