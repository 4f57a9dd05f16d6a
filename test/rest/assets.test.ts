import { expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { testGateway } from '../support/gateway.ts'
import { readerOf } from '../support/portfolio.ts'
import { testReader } from '../support/reader.ts'
import { testTable } from '../support/test-table.ts'
import { BARE, coin, WATCH } from './records.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
const whole = testReader(gateway, [...WATCH, ...BARE])
const { ids } = whole

async function list(scopes: readonly Scope[]) {
  const { secret } = await readerOf(database, whole.clientId, { scopes })
  const body = await read(gateway, `/api/v1/assets?client_id=${whole.clientId}`, secret)
  const find = (ref: string) =>
    body.data.find((asset: { registry_id: string }) => asset.registry_id === ids[ref])
  return { body, secret, watch: find('watch'), bare: find('bare') }
}

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

test('an asset of the list has every member of every visible block', async () => {
  const { watch } = await list(SCOPES)
  const id = (noun: string) => expect.stringMatching(`^${noun}_[0-9A-HJKMNP-TV-Z]{26}$`)
  const link = { id: expect.any(String), created_at: INSTANT, revoked_at: null }
  expect(watch).toStrictEqual({
    id: id('item'),
    registry_id: ids.watch,
    title: 'Wrist watch',
    category: 'watches',
    quantity: '2.5',
    created_at: '2025-06-01T10:00:00.000Z',
    updated_at: INSTANT,
    valuation: {
      market_value: { amount: '123456789012345678.1234', currency: 'USD' },
      purchase_price: { amount: '0.10', currency: 'USD' },
      insurance_value: { amount: '1300.00', currency: 'USD' },
      valued_at: '2026-03-01T00:00:00.000Z',
    },
    detail: {
      description: 'Steel, 39 mm',
      notes: 'Serviced twice',
      seller: 'A dealer',
      storage_location: 'Bank, box 7',
      collections: [
        { id: id('collection'), name: 'Daily' },
        { id: id('collection'), name: 'Vault' },
      ],
    },
    category_detail: { type: 'watches', brand: 'Maker', year: 1968, papers: true },
    documentation: { document_count: 1, completeness_score: 20 },
    estate: {
      heirs: [
        { name: 'Bea Hale', relationship: 'daughter', share_percent: 66.67 },
        { name: 'Cy Hale', relationship: null, share_percent: 33.33 },
      ],
      share_links: expect.arrayContaining([
        { ...link, label: 'Insurer', expires_at: '2020-01-01T00:00:00.000Z' },
        { ...link, label: 'Lawyer', expires_at: null },
      ]),
      readiness: { score: 80, gaps: ['will'] },
    },
    verification: {
      status: 'verified',
      risk_score: 7,
      tamper_state: 'intact',
      scan_count: 12,
      scans: Array.from({ length: 10 }, (_, i) => ({
        scanned_at: `2026-01-${String(12 - i).padStart(2, '0')}T08:00:00.000Z`,
        method: 'nfc',
        result: 'match',
      })),
    },
  })
  expect(watch.estate.share_links).toHaveLength(2)
})

test('an asset of the list has members without a value as null inside a visible block', async () => {
  const { bare } = await list(SCOPES)
  expect(bare).toStrictEqual({
    id: expect.any(String),
    registry_id: ids.bare,
    title: 'Thing',
    category: 'other',
    quantity: '1',
    created_at: INSTANT,
    updated_at: INSTANT,
    valuation: { market_value: null, purchase_price: null, insurance_value: null, valued_at: null },
    detail: {
      description: null,
      notes: null,
      seller: null,
      storage_location: null,
      collections: [],
    },
    category_detail: { type: 'other' },
    documentation: { document_count: 0, completeness_score: 0 },
    estate: { heirs: [], share_links: [], readiness: { score: null, gaps: [] } },
    verification: { status: null, risk_score: null, tamper_state: null, scan_count: 0, scans: [] },
  })
})

testTable(
  [SCOPES, ...SCOPES.map((scope) => [scope])].map((scopes): [readonly Scope[]] => [scopes]),
)('one asset is the same as in the list', async (scopes) => {
  const { body, secret } = await list(scopes)
  expect(body.data).toHaveLength(2)
  for (const asset of body.data) {
    const path = `/api/v1/assets/${asset.registry_id}?client_id=${whole.clientId}`
    const one = await read(gateway, path, secret)
    // The list has the newest scans only.
    const { scans = [] } = asset.verification ?? {}
    expect(one.data.verification?.scans?.slice(0, scans.length) ?? []).toEqual(scans)
    if (asset.verification) one.data.verification.scans = scans
    expect(one).toStrictEqual({ data: asset, grant: body.grant })
  }
})

const scansOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    scanned_at: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
    method: 'nfc',
    result: 'match',
  }))
const scanned = (ref: string, count: number) =>
  coin(ref, { verification: { scans: scansOf(count) } })
const SCANNED = [scanned('many', 1000), scanned('ten', 10), scanned('none', 0)]
const ofScans = testReader(gateway, SCANNED, {}, { scopes: ['verification'] })

const newestFirst = (count: number) => scansOf(count).reverse()

test('scans are the newest ten in a list, and all there for one asset', async () => {
  const { ids: of, clientId: owner, key } = ofScans
  for (const [ref, count] of Object.entries({ many: 1000, ten: 10, none: 0 })) {
    const path = `/api/v1/assets/${of[ref]}?client_id=${owner}`
    const { verification } = (await read(gateway, path, key)).data
    expect([verification.scan_count, verification.scans]).toEqual([count, newestFirst(count)])
  }
  for (const rest of ['', '&updated_since=2020-01-01']) {
    const { data } = await read(gateway, `/api/v1/assets?client_id=${owner}${rest}`, key)
    const verificationOf = (ref: string) =>
      data.find(({ title }: { title: string }) => title === ref).verification
    expect(verificationOf('many')).toMatchObject({ scan_count: 1000 })
    expect(verificationOf('many').scans).toEqual(newestFirst(1000).slice(0, 10))
    expect(verificationOf('ten')).toMatchObject({ scan_count: 10, scans: newestFirst(10) })
    expect(verificationOf('none')).toMatchObject({ scan_count: 0, scans: [] })
  }
})
